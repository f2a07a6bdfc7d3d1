import { setTimeout as wait } from "node:timers/promises";

import { expect, it } from "vitest";

import type { SentRealtimeMessage } from "../endpoint.ts";
import { collecting, collectMessages } from "./response-messages.ts";

function recording() {
  const sent: unknown[][] = [];
  return { sent, send: collecting((...message) => sent.push(message)) };
}

it("a request collects the messages to its own user, with the ids under which they are sent", async () => {
  const { sent, send } = recording();
  const own: SentRealtimeMessage[] = [];
  const result = await collectMessages({ userId: 1, messages: own }, async () => {
    await wait(1);
    send([1, 2], "changed", { taskId: 7 });
    send([2], "changed", { taskId: 8 });
    return "done";
  });
  expect(result).toBe("done");
  expect(own).toEqual([{ id: expect.any(String), name: "changed", payload: { taskId: 7 } }]);
  expect(sent).toEqual([
    [[1, 2], "changed", { taskId: 7 }, own[0]?.id],
    [[2], "changed", { taskId: 8 }],
  ]);
});

it("requests that run at the same time collect their own messages only", async () => {
  const { send } = recording();
  const collected = await Promise.all(
    [1, 2].map(async (userId) => {
      const messages: SentRealtimeMessage[] = [];
      await collectMessages({ userId, messages }, async () => {
        await wait(1);
        send([1, 2], "by", { userId });
      });
      return messages.map(({ payload }) => payload);
    }),
  );
  expect(collected).toEqual([[{ userId: 1 }], [{ userId: 2 }]]);
});

it("what a failed request has sent is collected too", async () => {
  const { send } = recording();
  const own: SentRealtimeMessage[] = [];
  const failing = collectMessages({ userId: 1, messages: own }, async () => {
    send([1], "changed", {});
    throw new Error("No.");
  });
  await expect(failing).rejects.toThrow("No.");
  expect(own).toHaveLength(1);
});

it("a message outside of requests is only sent", () => {
  const { sent, send } = recording();
  send([1], "changed", {});
  expect(sent).toEqual([[[1], "changed", {}]]);
});
