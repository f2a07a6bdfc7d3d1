import { describe, expect, it } from "vitest";

import {
  allows,
  deadlineMoment,
  endStages,
  isCompleted,
  isDueSoon,
  isOverdue,
  isWindowOver,
  mayEdit,
  mayReassign,
  mayUpload,
  type Move,
  nextStage,
  type Stage,
  stages,
  trackPosition,
  trackSteps,
  waitsForUpload,
} from "./rules.ts";
import { utf8Bytes } from "./rules/platform-limits.ts";

const moves: Move[] = [
  "version_playable",
  "approve",
  "reject",
  "window_over",
  "start_publishing",
  "publishing_failed",
  "publish",
  "cancel",
];

/** Decisions, "A task's life", line by line; what is not named is not allowed. */
const life: Record<Stage, Partial<Record<Move, Stage>>> = {
  assigned: { version_playable: "in_review", cancel: "cancelled" },
  in_review: {
    version_playable: "in_review",
    approve: "approved",
    reject: "changes_requested",
    window_over: "assigned",
    cancel: "cancelled",
  },
  changes_requested: { version_playable: "in_review", cancel: "cancelled" },
  approved: { start_publishing: "publishing", window_over: "assigned", cancel: "cancelled" },
  publishing: { publish: "published", publishing_failed: "approved" },
  published: {},
  cancelled: {},
};

describe("the stages of a task", () => {
  it.each(stages.flatMap((stage) => moves.map((move) => ({ stage, move }))))(
    "lead from $stage by $move only where decided",
    ({ stage, move }) => {
      const to = life[stage][move] ?? null;
      expect(nextStage(stage, move)).toBe(to);
      expect(allows(stage, move)).toBe(to !== null);
    },
  );

  it("end with published and cancelled", () => {
    expect(endStages).toEqual(["published", "cancelled"]);
  });

  it("are completed exactly when published", () => {
    expect(stages.filter(isCompleted)).toEqual(["published"]);
  });

  it("let the editor upload while a version is awaited", () => {
    expect(stages.filter(mayUpload)).toEqual(["assigned", "changes_requested"]);
  });

  it.each([
    { arrival: null, waits: true },
    { arrival: { refusal: "This file isn't a video." }, waits: true },
    { arrival: { refusal: null }, waits: false },
  ])("wait for the editor's upload with $arrival: $waits", ({ arrival, waits }) => {
    expect(stages.filter((stage) => waitsForUpload({ stage, arrival }))).toEqual(
      waits ? ["assigned", "changes_requested"] : [],
    );
  });

  it("let the creator change the editor until a version is in review", () => {
    expect(stages.filter(mayReassign)).toEqual(["assigned", "changes_requested"]);
  });

  it("let the creator edit until the video is on its way", () => {
    expect(stages.filter(mayEdit)).toEqual(["assigned", "in_review", "changes_requested", "approved"]);
  });

  it("stand on the track in its order", () => {
    expect(stages.map(trackPosition)).toEqual([0, 1, 0, 2, 3, 4, 0]);
    expect(Math.max(...stages.map(trackPosition))).toBe(trackSteps.length - 1);
  });
});

describe("a deadline", () => {
  it("that is a bare date lasts until its last minute", () => {
    expect(deadlineMoment("2026-11-24")?.toISOString()).toBe("2026-11-24T23:59:00.000Z");
  });

  it("that is a moment is that moment", () => {
    expect(deadlineMoment("2026-11-24T18:30:00+05:30")?.toISOString()).toBe("2026-11-24T13:00:00.000Z");
  });

  it.each(
    [
      [
        "",
        "soon",
        "5",
        "March 7",
        "tomorrow 5",
        "20261124",
        "2026-11",
        "2026-11-24T18:30",
        "2026-11-24 18:30Z",
      ],
      ["2026-13-40", "2026-02-29", "2026-11-31T10:00:00Z", "2026-11-24T25:00:00Z", " 2026-11-24"],
      ["-000001-01-01", "+010000-01-01", "1999-12-31", "2200-01-01"],
    ].flat(),
  )("is refused as %j", (text) => {
    expect(deadlineMoment(text)).toBeNull();
  });

  const deadline = "2026-11-24T23:59:00.000Z";
  const later = new Date("2026-11-25T00:00:00Z");

  it("marks a task as overdue once it is past", () => {
    expect(isOverdue({ deadline, stage: "assigned" }, new Date("2026-11-24T12:00:00Z"))).toBe(false);
    expect(isOverdue({ deadline, stage: "assigned" }, later)).toBe(true);
  });

  it.each(["published", "cancelled"] as const)("never marks a task that is %s", (stage) => {
    expect(isOverdue({ deadline, stage }, later)).toBe(false);
  });
});

describe("a task in the last day before its deadline", () => {
  const deadline = "2026-11-24T23:59:00Z";
  const dayBefore = new Date("2026-11-23T23:59:00Z");

  it.each(["assigned", "changes_requested"] as const)("is due soon while it is %s", (stage) => {
    expect(isDueSoon({ deadline, stage }, dayBefore)).toBe(true);
    expect(isDueSoon({ deadline, stage }, new Date(dayBefore.getTime() - 1))).toBe(false);
    expect(isDueSoon({ deadline, stage }, new Date("2026-11-24T23:59:01Z"))).toBe(false);
  });

  it.each(["in_review", "approved", "published", "cancelled"] as const)(
    "no longer hurries as %s",
    (stage) => {
      expect(isDueSoon({ deadline, stage }, dayBefore)).toBe(false);
    },
  );
});

describe("a task whose review window ended", () => {
  it("stands at its start again, with a version behind it", () => {
    expect(isWindowOver({ stage: "assigned", version: 2, arrival: null })).toBe(true);
  });

  it.each([
    { stage: "assigned", version: 0, arrival: null },
    { stage: "assigned", version: 1, arrival: {} },
    { stage: "changes_requested", version: 1, arrival: null },
    { stage: "in_review", version: 1, arrival: null },
  ] as const)("is not one at $stage with version $version and arrival $arrival", (task) => {
    expect(isWindowOver(task)).toBe(false);
  });
});

it.each(["", "plain", "é", "€", "😀", "a\u{D800}b", "日本語 🎬 ñ"])(
  "%j is counted in bytes of UTF-8",
  (text) => {
    expect(utf8Bytes(text)).toBe(Buffer.byteLength(text));
  },
);
