import type { QueryKey } from "@tanstack/react-query";
import type { z } from "zod";

import type { RealtimeMessage } from "../event.ts";
import { listenRealtime } from "./realtime-listeners.ts";
import { onRealtimeRefused } from "./realtime.ts";

/**
 * Subscribes to one cause of stale queries, whose keys start with those that `invalidate` is called with; returns the function
 * that unsubscribes.
 */
export type Invalidation = (invalidate: (keys: QueryKey[]) => void) => () => void;

/** Invalidates queries of a module when a realtime message arrives. */
export function invalidateOn<P extends z.ZodType<object>>(
  message: RealtimeMessage<P>,
  staleKeys: (payload: z.output<P>) => QueryKey[],
): Invalidation {
  return (invalidate) => listenRealtime(message, (payload) => invalidate(staleKeys(payload)));
}

/** Invalidates queries when the server rejects the connection because the session has ended. */
export function invalidateOnRefusal(...keys: QueryKey[]): Invalidation {
  return (invalidate) => onRealtimeRefused(() => invalidate(keys));
}
