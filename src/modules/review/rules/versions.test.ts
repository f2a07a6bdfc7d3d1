import { describe, expect, it } from "vitest";

import { stages } from "#modules/tasks/rules/stages.ts";

import { isWindowOver, waitsForUpload } from "./versions.ts";

describe("waitsForUpload", () => {
  it.each([
    { arrival: null, waits: true },
    { arrival: { refusal: "This file isn't a video." }, waits: true },
    { arrival: { refusal: null }, waits: false },
  ])("with $arrival: $waits", ({ arrival, waits }) => {
    expect(stages.filter((stage) => waitsForUpload({ stage, arrival }))).toEqual(
      waits ? ["assigned", "changes_requested"] : [],
    );
  });
});

describe("isWindowOver", () => {
  it("is true for an assigned task that has had a version", () => {
    expect(isWindowOver({ stage: "assigned", version: 2, arrival: null })).toBe(true);
  });

  it.each([
    { stage: "assigned", version: 0, arrival: null },
    { stage: "assigned", version: 1, arrival: {} },
    { stage: "changes_requested", version: 1, arrival: null },
    { stage: "in_review", version: 1, arrival: null },
  ] as const)("is false for stage $stage, version $version and arrival $arrival", (task) => {
    expect(isWindowOver(task)).toBe(false);
  });
});
