import { expect, it } from "vitest";
import { z } from "zod";

import { defineRealtimeMessage } from "../event.ts";
import { invalidateOn } from "./realtime-invalidation.ts";
import { deliverOnce } from "./realtime-listeners.ts";
import { notifyThisClient } from "./realtime.ts";

const changed = defineRealtimeMessage("thing_changed", z.object({ id: z.number() }));

it("a change made by this client invalidates the queries that the server's message invalidates", () => {
  const invalidated: unknown[] = [];
  const unsubscribe = invalidateOn(changed, ({ id }) => [["thing", id]])((keys) => invalidated.push(...keys));
  notifyThisClient(changed, { id: 3 });
  expect(invalidated).toEqual([["thing", 3]]);
  unsubscribe();
  notifyThisClient(changed, { id: 4 });
  expect(invalidated).toHaveLength(1);
});

it("a message of a response that also arrives over the connection is delivered once", () => {
  const invalidated: unknown[] = [];
  const unsubscribe = invalidateOn(changed, ({ id }) => [[id]])((keys) => invalidated.push(...keys));
  const message = { name: changed.name, payload: { id: 3 } };
  for (const id of ["a", "a", "b", "a"]) deliverOnce({ ...message, id });
  deliverOnce(message);
  deliverOnce(message);
  expect(invalidated).toHaveLength(4);
  unsubscribe();
});
