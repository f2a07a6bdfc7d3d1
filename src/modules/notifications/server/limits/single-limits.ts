import type { Context } from "#core/server/context.ts";
import { countAttempts } from "#core/server/rate-limit/rate-limit.ts";
import { singleLimits } from "#modules/notifications/rules/limits.ts";

import type { Subject } from "../inbox/queries.ts";

/**
 * Counts a notification that is sent singly. Returns false above a limit of its sender, its recipient or both together.
 * Without a user as the sender (Reelay, guests), the task or destination counts as the sender.
 */
export async function maySendSingly(
  ctx: Context,
  { personId, senderId, ...about }: Subject & { personId: number; senderId: number | null },
): Promise<boolean> {
  const { pair, sender, recipient } = singleLimits;
  const from = senderId === null ? subjectKey(about) : `person:${senderId}`;
  // The recipient's limit is the last one, because other senders share it.
  const wait = await countAttempts(ctx, [
    { key: `notifications:${from} to:${personId}`, limit: pair },
    ...(senderId === null ? [] : [{ key: `notifications:${from}`, limit: sender }]),
    { key: `notifications:to:${personId}`, limit: recipient },
  ]);
  return wait === null;
}

function subjectKey({ taskId, destinationId, conversationId, invitationId }: Subject): string {
  if (taskId !== undefined) return `task:${taskId}`;
  if (destinationId !== undefined) return `destination:${destinationId}`;
  return conversationId === undefined ? `invitation:${invitationId}` : `conversation:${conversationId}`;
}
