import { describe, expect, it } from "vitest";

import { groupMarks, type TimelineMark } from "./timeline-marks.tsx";

function mark(id: string, from: number, to = from): TimelineMark {
  return { id, from, to, tone: "open", label: id };
}

const of1000 = (frame: number) => frame / 10;

describe("marks on the timeline", () => {
  it("are separate where they can be selected separately, in the order of their frames", () => {
    const groups = groupMarks([mark("b", 500), mark("a", 100, 299)], of1000);
    expect(groups.map(({ at, until, marks }) => [at, until, marks.map(({ id }) => id)])).toEqual([
      [10, 30, ["a"]],
      [50, 50, ["b"]],
    ]);
  });

  it("are grouped where they are too close, with the longest range", () => {
    const groups = groupMarks([mark("a", 100), mark("b", 101, 499), mark("c", 102)], of1000);
    expect(groups).toHaveLength(1);
    expect(groups[0]).toMatchObject({ at: 10, until: 50, marks: [{ id: "a" }, { id: "b" }, { id: "c" }] });
  });

  it("are at most 134 buttons", () => {
    const many = Array.from({ length: 5000 }, (_, frame) => mark(String(frame), frame));
    expect(groupMarks(many, (frame) => frame / 50).length).toBeLessThanOrEqual(134);
  });
});
