import type { QueryKey } from "@tanstack/react-query";
import type { z } from "zod";

import type { RealtimeMessage } from "../event.ts";
import { listenRealtime } from "./realtime-listeners.ts";
import { onRealtimeRefused } from "./realtime.ts";

interface Target {
  /** The signed-in user. */
  userId: number;
  /** Refetches the queries whose keys start with these keys. */
  invalidate: (keys: QueryKey[]) => void;
}

/** Subscribes to one cause of stale queries; returns the function that unsubscribes. */
export type Invalidation = (target: Target) => () => void;

/** Invalidates queries of a module when a realtime message arrives. */
export function invalidateOn<P extends z.ZodType<object>>(
  message: RealtimeMessage<P>,
  keysOf: (payload: z.output<P>, userId: number) => QueryKey[],
): Invalidation {
  return ({ userId, invalidate }) =>
    listenRealtime(message, (payload) => invalidate(keysOf(payload, userId)));
}

/** Invalidates queries when the server rejects the connection because the session has ended. */
export function invalidateOnRefusal(...keys: QueryKey[]): Invalidation {
  return ({ invalidate }) => onRealtimeRefused(() => invalidate(keys));
}
