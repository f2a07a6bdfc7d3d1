import { describe, expect, it } from "vitest";

import type { TaskAbility } from "#core/permission.ts";

import { utf8Bytes } from "./platform-limits.ts";
import {
  allows,
  deadlineMoment,
  endStages,
  isCompleted,
  isDueSoon,
  isOverdue,
  isPlayheadActive,
  mayDecline,
  mayEdit,
  mayReassign,
  mayUpload,
  activeEditor,
  type Move,
  needsEditor,
  nextStage,
  type Stage,
  stages,
  trackPosition,
  trackSteps,
} from "./stages.ts";

const moves: Move[] = [
  "version_playable",
  "approve",
  "reject",
  "window_ended",
  "withdraw",
  "start_publishing",
  "publishing_failed",
  "publish",
  "cancel",
];

/** Allowed moves of each stage; all others are refused. */
const allowedMoves: Record<Stage, Partial<Record<Move, Stage>>> = {
  assigned: { version_playable: "in_review", cancel: "cancelled" },
  in_review: {
    version_playable: "in_review",
    approve: "approved",
    reject: "changes_requested",
    window_ended: "assigned",
    withdraw: "assigned",
    cancel: "cancelled",
  },
  changes_requested: { version_playable: "in_review", cancel: "cancelled" },
  approved: { start_publishing: "publishing", window_ended: "assigned", cancel: "cancelled" },
  publishing: { publish: "published", publishing_failed: "approved" },
  published: {},
  cancelled: {},
};

it("the playhead is highlighted for those for whom a task waits, and for all while it is published", () => {
  const waiting = (abilities: TaskAbility[]) => stages.filter((stage) => isPlayheadActive(stage, abilities));
  expect(waiting(["view", "comment"])).toEqual(["publishing"]);
  expect(waiting(["view", "upload"])).toEqual(["assigned", "changes_requested", "publishing"]);
  expect(waiting(["decide"])).toEqual(["in_review", "publishing"]);
  expect(waiting(["decide", "publish"])).toEqual(["in_review", "approved", "publishing"]);
});

describe("stages of a task", () => {
  it.each(stages.flatMap((stage) => moves.map((move) => ({ stage, move }))))(
    "$stage: $move",
    ({ stage, move }) => {
      const to = allowedMoves[stage][move] ?? null;
      expect(nextStage(stage, move)).toBe(to);
      expect(allows(stage, move)).toBe(to !== null);
    },
  );

  it("end stages are published and cancelled", () => {
    expect(endStages).toEqual(["published", "cancelled"]);
  });

  it("a task is completed when it is published", () => {
    expect(stages.filter(isCompleted)).toEqual(["published"]);
  });

  it("editors upload before review and after requested changes", () => {
    expect(stages.filter(mayUpload)).toEqual(["assigned", "changes_requested"]);
  });

  it("creators change the editor until a version is in review", () => {
    expect(stages.filter(mayReassign)).toEqual(["assigned", "changes_requested"]);
  });

  it("creators edit a task until it is publishing", () => {
    expect(stages.filter(mayEdit)).toEqual(["assigned", "in_review", "changes_requested", "approved"]);
  });

  it("have a position on the progress track", () => {
    expect(stages.map(trackPosition)).toEqual([0, 1, 0, 2, 3, 4, 0]);
    expect(Math.max(...stages.map(trackPosition))).toBe(trackSteps.length - 1);
  });
});

describe("a deadline", () => {
  it("without a time ends at the last minute of its date in the creator's time zone", () => {
    expect(deadlineMoment("2026-11-24", "UTC")?.toISOString()).toBe("2026-11-24T23:59:00.000Z");
    expect(deadlineMoment("2026-11-24", "Asia/Kolkata")?.toISOString()).toBe("2026-11-24T18:29:00.000Z");
  });

  it("with a time ends at that time", () => {
    expect(deadlineMoment("2026-11-24T18:30:00+05:30", "Asia/Tokyo")?.toISOString()).toBe(
      "2026-11-24T13:00:00.000Z",
    );
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
  )("is invalid: %j", (text) => {
    expect(deadlineMoment(text, "Asia/Kolkata")).toBeNull();
  });

  const deadline = "2026-11-24T23:59:00.000Z";
  const later = new Date("2026-11-25T00:00:00Z");

  it.each(["assigned", "changes_requested"] as const)(
    "makes a task overdue once it has passed: %s",
    (stage) => {
      expect(isOverdue({ deadline, stage }, new Date("2026-11-24T12:00:00Z"))).toBe(false);
      expect(isOverdue({ deadline, stage }, later)).toBe(true);
    },
  );

  it.each(["in_review", "approved", "publishing", "published", "cancelled"] as const)(
    "does not make a task overdue: %s",
    (stage) => {
      expect(isOverdue({ deadline, stage }, later)).toBe(false);
    },
  );
});

describe("isDueSoon", () => {
  const deadline = "2026-11-24T23:59:00Z";
  const dayBefore = new Date("2026-11-23T23:59:00Z");

  it.each(["assigned", "changes_requested"] as const)(
    "is true on the last day before the deadline: %s",
    (stage) => {
      expect(isDueSoon({ deadline, stage }, dayBefore)).toBe(true);
      expect(isDueSoon({ deadline, stage }, new Date(dayBefore.getTime() - 1))).toBe(false);
      expect(isDueSoon({ deadline, stage }, new Date("2026-11-24T23:59:01Z"))).toBe(false);
    },
  );

  it.each(["in_review", "approved", "published", "cancelled"] as const)("is false: %s", (stage) => {
    expect(isDueSoon({ deadline, stage }, dayBefore)).toBe(false);
  });
});

it.each(["", "plain", "é", "€", "😀", "a\u{D800}b", "日本語 🎬 ñ"])(
  "utf8Bytes counts the bytes of %j",
  (text) => {
    expect(utf8Bytes(text)).toBe(Buffer.byteLength(text));
  },
);

it("can be declined until a version is approved", () => {
  expect(stages.filter(mayDecline)).toEqual(["assigned", "in_review", "changes_requested"]);
});

it("has no editor with access after it was declined", () => {
  const task = { editorId: 2, declinedAt: null };
  expect(activeEditor(task)).toBe(2);
  expect(activeEditor({ ...task, declinedAt: new Date() })).toBeNull();
});

it.each([
  ["assigned", "pending", false],
  ["changes_requested", "ended", true],
  ["assigned", null, true],
  ["cancelled", null, false],
] as const)(
  "in stage %s, waiting for a person whose invitation is %s, needs an editor: %s",
  (stage, state, needs) => {
    const waitingFor = state && { state };
    expect(needsEditor({ stage, declined: null, editor: null, waitingFor })).toBe(needs);
  },
);

it.each([
  ["assigned", null, "mira", false],
  ["assigned", {}, "mira", true],
  ["assigned", null, "Former member 7", true],
  ["in_review", {}, "mira", false],
  ["published", {}, "Former member 7", false],
] as const)("in stage %s, declined %o, by %s needs an editor: %s", (stage, declined, name, needs) => {
  const editor = { name, role: name === "mira" ? "EDITOR" : "NORMAL" } as const;
  expect(needsEditor({ stage, declined, editor, waitingFor: null })).toBe(needs);
});

it("needs another editor for one whose account is suspended, while the editor can be changed", () => {
  const editor = { name: "mira", role: "EDITOR", suspended: true } as const;
  const task = { declined: null, editor, waitingFor: null };
  expect(needsEditor({ ...task, stage: "changes_requested" })).toBe(true);
  expect(needsEditor({ ...task, stage: "in_review" })).toBe(false);
});
