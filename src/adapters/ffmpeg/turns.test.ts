import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { createTurns, type Turns } from "./turns.ts";

let turns: Turns;
let running: string[];

beforeEach(() => {
  vi.useFakeTimers();
  turns = createTurns(1, () => Date.now());
  running = [];
});
afterEach(() => {
  vi.useRealTimers();
});

/** Starts a process, which runs at once, and returns what ends it. */
function start(file: string, niceness = 10): () => void {
  running.push(file);
  const remove = (name: string) => {
    running = running.filter((each) => each !== name);
  };
  const leave = turns.join({
    file,
    niceness,
    pause: () => remove(file),
    resume: () => void running.push(file),
  });
  return () => {
    remove(file);
    leave();
  };
}

function advanceSeconds(seconds: number): void {
  vi.advanceTimersByTime(seconds * 1000);
}

describe("conversions", () => {
  it("run without pauses while there is only one", () => {
    const end = start("long");
    advanceSeconds(3600);
    expect(running).toEqual(["long"]);
    end();
    expect(vi.getTimerCount()).toBe(0);
  });

  it("are paused while a new one runs, and continue when it has ended", () => {
    start("long");
    advanceSeconds(600);
    const end = start("short");
    expect(running).toEqual(["short"]);
    advanceSeconds(20);
    expect(running).toEqual(["short"]);
    end();
    expect(running).toEqual(["long"]);
  });

  it("take turns once they have run for the same time", () => {
    start("one");
    start("other");
    const seen: string[] = [];
    for (let second = 0; second < 6; second += 1) {
      advanceSeconds(1);
      seen.push(...running);
    }
    expect(seen).toHaveLength(6);
    expect(seen.filter((file) => file === "one")).toHaveLength(3);
  });

  it("of the same file count as one: a new process is no new turn", () => {
    start("one");
    advanceSeconds(10);
    start("other")();
    const end = start("other");
    advanceSeconds(9);
    end();
    start("other");
    advanceSeconds(3);
    // It had run for 9 seconds before.
    expect(running).toEqual(["one"]);
  });

  it("get a turn after 30 seconds, however long they have run", () => {
    start("long");
    advanceSeconds(3600);
    start("new");
    advanceSeconds(29);
    expect(running).toEqual(["new"]);
    advanceSeconds(1);
    expect(running).toEqual(["long"]);
    advanceSeconds(1);
    expect(running).toEqual(["new"]);
  });

  it("of low priority run only when no other does", () => {
    start("refine", 19);
    const end = start("render");
    advanceSeconds(20);
    expect(running).toEqual(["render"]);
    end();
    expect(running).toEqual(["refine"]);
  });

  it("run in parallel as far as the machine has processors", () => {
    turns = createTurns(2, () => Date.now());
    start("one");
    start("other");
    start("third");
    expect(running).toHaveLength(2);
    advanceSeconds(10);
    expect(running).toHaveLength(2);
  });
});
