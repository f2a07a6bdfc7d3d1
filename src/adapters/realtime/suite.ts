import { describe, expect, it } from "vitest";

import type { Realtime } from "./realtime.ts";
import type { SentMessage } from "./recording.ts";

/** A realtime adapter with these browsers connected: one of person 1, two of person 2, one of person 3. */
export interface RealtimeUnderTest {
  realtime: Realtime;
  /** Messages that the person's first browser has received. */
  receivedBy: (personId: number) => readonly SentMessage[];
}

/** Tests that every realtime adapter must pass. `current` is called when a test runs. */
export function describeRealtime(kind: string, current: () => RealtimeUnderTest): void {
  /** Messages arrive in order, so all earlier ones have arrived with the last. */
  async function receivedBefore(last: string): Promise<Record<number, readonly SentMessage[]>> {
    const { realtime, receivedBy } = current();
    realtime.send([1, 2, 3], last, {});
    const messagesByPerson: Record<number, readonly SentMessage[]> = {};
    for (const person of [1, 2, 3]) {
      await expect.poll(() => receivedBy(person).some((one) => one.name === last)).toBe(true);
      messagesByPerson[person] = receivedBy(person).filter((one) => one.name.startsWith(`${last}/`));
    }
    return messagesByPerson;
  }

  describe(`${kind} realtime messages`, () => {
    it("reach only their recipient", async () => {
      current().realtime.send([2], "a/hello", { taskId: 7 });
      expect(await receivedBefore("a")).toEqual({
        1: [],
        2: [{ name: "a/hello", payload: { taskId: 7 } }],
        3: [],
      });
    });

    it("reach each recipient once, even if listed twice", async () => {
      current().realtime.send([1, 3, 1], "b/both", { n: 1 });
      const once = [{ name: "b/both", payload: { n: 1 } }];
      expect(await receivedBefore("b")).toEqual({ 1: once, 2: [], 3: once });
    });

    it("without recipients reach no one", async () => {
      current().realtime.send([], "c/nobody", {});
      expect(await receivedBefore("c")).toEqual({ 1: [], 2: [], 3: [] });
    });

    it("arrive in order", async () => {
      const numbers = Array.from({ length: 50 }, (_, n) => n);
      for (const n of numbers) current().realtime.send([1], "d/count", { n });
      const { 1: received } = await receivedBefore("d");
      expect(received?.map((one) => one.payload)).toEqual(numbers.map((n) => ({ n })));
    });

    it("contain the payload as JSON", async () => {
      const at = new Date("2030-01-02T03:04:05.678Z");
      current().realtime.send([3], "e/json", { at, gone: undefined, nothing: null, list: [1, "ä"] });
      const { 3: received } = await receivedBefore("e");
      expect(received).toEqual([
        { name: "e/json", payload: { at: at.toISOString(), nothing: null, list: [1, "ä"] } },
      ]);
    });

    it("can be larger than a database notification", async () => {
      const text = "x".repeat(50_000);
      current().realtime.send([1], "f/large", { text });
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

    it("carry the id by which a client recognizes them", async () => {
      current().realtime.send([1, 3], "g/changed", { n: 1 }, "an id");
      const once = [{ name: "g/changed", payload: { n: 1 }, id: "an id" }];
      expect(await receivedBefore("g")).toEqual({ 1: once, 2: [], 3: once });
    });

    it("are ready", async () => {
      await expect.poll(() => current().realtime.ready()).toBe(true);
    });
  });
}
