import { describe, expect, it } from "vitest";

import { readStoredTasks } from "./stored-tasks.ts";

const task = {
  id: 4,
  taskTitle: "Monsoon on the Konkan line",
  stage: "in_review",
  deadline: "2026-11-30T18:29:00.000Z",
  isCompleted: false,
  editor: { name: "anika", id: 2 },
  youtuber: { name: "meera", id: 1 },
};
const stored = (tasks: unknown) => JSON.stringify({ state: { tasks, by: 1 }, version: 0 });

describe("the tasks stored in the browser", () => {
  it("are read in their order", () => {
    const read = readStoredTasks(stored([task, { ...task, id: 3 }]));
    expect(read.map(({ id }) => id)).toEqual([4, 3]);
    expect(read[0]?.editor.name).toBe("anika");
  });

  it("leave out what another version of the app stored in another form", () => {
    expect(readStoredTasks(stored([{ ...task, stage: "elsewhere" }, null, task]))).toHaveLength(1);
  });

  it.each([null, "", "{", "null", "[]", stored("none"), '{"state":{"selectedTaskId":1}}'])(
    "are none for %j",
    (text) => expect(readStoredTasks(text)).toEqual([]),
  );
});
