import { z } from "zod";

import { destinationKinds } from "../platforms/platforms.ts";
import { recoveryActionList } from "../rules/recovery-actions.ts";

/** Whether something that follows the video has reached one destination. */
export const operationProgress = z.object({
  /** Details that were changed after publishing, or the thumbnail of a Short; or captions and playlists. */
  part: z.enum(["changes", "additions"]),
  deliveryId: z.uuid(),
  kind: z.enum(destinationKinds),
  /** The channel's name; null once it is disconnected. */
  channelTitle: z.string().nullable(),
  state: z.enum(["sending", "sent", "failed"]),
  /** When it was last sent. */
  sentAt: z.iso.datetime().nullable(),
  /** In the failed state the cause and the next step; while sending, what made the last attempt fail. */
  problem: z.string().nullable(),
  /** When the next attempt begins, after a failed one. */
  nextAttemptAt: z.iso.datetime().nullable(),
  recoveryActions: recoveryActionList,
});
export type OperationProgress = z.output<typeof operationProgress>;
