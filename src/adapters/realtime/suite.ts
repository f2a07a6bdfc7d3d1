import { describe, expect, it } from "vitest";

import type { Realtime } from "./realtime.ts";
import type { SentMessage } from "./recording.ts";

/** A live device to be tried, with a browser of person 1, two of person 2, and one of person 3 connected. */
export interface RealtimeUnderTest {
  live: Realtime;
  /** What the person's first browser has received so far. */
  receivedBy: (personId: number) => readonly SentMessage[];
}

/** What every live device keeps to. `current` is read when a test runs. */
export function describeRealtime(kind: string, current: () => RealtimeUnderTest): void {
  /** Messages arrive in order, so once the last is there, so is everything before it. */
  async function receivedBefore(last: string): Promise<Record<number, readonly SentMessage[]>> {
    const { live, receivedBy } = current();
    live.send([1, 2, 3], last, {});
    const boxes: Record<number, readonly SentMessage[]> = {};
    for (const person of [1, 2, 3]) {
      await expect.poll(() => receivedBy(person).some((one) => one.name === last)).toBe(true);
      boxes[person] = receivedBy(person).filter((one) => one.name.startsWith(`${last}/`));
    }
    return boxes;
  }

  describe(`${kind} live messages`, () => {
    it("reach the person that they are for and nobody else", async () => {
      current().live.send([2], "a/hello", { taskId: 7 });
      expect(await receivedBefore("a")).toEqual({
        1: [],
        2: [{ name: "a/hello", payload: { taskId: 7 } }],
        3: [],
      });
    });

    it("reach each of several people once, even if named twice", async () => {
      current().live.send([1, 3, 1], "b/both", { n: 1 });
      const once = [{ name: "b/both", payload: { n: 1 } }];
      expect(await receivedBefore("b")).toEqual({ 1: once, 2: [], 3: once });
    });

    it("for nobody reach nobody", async () => {
      current().live.send([], "c/nobody", {});
      expect(await receivedBefore("c")).toEqual({ 1: [], 2: [], 3: [] });
    });

    it("arrive in the order in which they were sent", async () => {
      const numbers = Array.from({ length: 50 }, (_, n) => n);
      for (const n of numbers) current().live.send([1], "d/count", { n });
      const { 1: received } = await receivedBefore("d");
      expect(received?.map((one) => one.payload)).toEqual(numbers.map((n) => ({ n })));
    });

    it("carry what JSON keeps of their payload", async () => {
      const at = new Date("2030-01-02T03:04:05.678Z");
      current().live.send([3], "e/json", { at, gone: undefined, nothing: null, list: [1, "ä"] });
      const { 3: received } = await receivedBefore("e");
      expect(received).toEqual([
        { name: "e/json", payload: { at: at.toISOString(), nothing: null, list: [1, "ä"] } },
      ]);
    });

    it("may be larger than a notification of the database", async () => {
      const text = "x".repeat(50_000);
      current().live.send([1], "f/large", { text });
      await expect
        .poll(() =>
          current()
            .receivedBy(1)
            .map((one) => one.name),
        )
        .toContain("f/large");
      expect(
        current()
          .receivedBy(1)
          .find((one) => one.name === "f/large")?.payload,
      ).toEqual({ text });
    });

    it("are ready", async () => {
      await expect.poll(() => current().live.ready()).toBe(true);
    });
  });
}
