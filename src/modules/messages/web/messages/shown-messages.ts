import { latestStates } from "#core/web/synced-list.ts";
import type { Message, MessagePage } from "#modules/messages/contract/messages.ts";

/**
 * The messages of the loaded pages, which come newest first, and the changed ones among and behind them, oldest first. While
 * newer messages are not loaded (`complete` is false), new ones are left to their pages.
 */
export function shownMessages(
  pages: readonly Pick<MessagePage, "messages">[],
  changed: readonly Message[],
  complete: boolean,
): Message[] {
  const loaded = pages.flatMap(({ messages }) => messages);
  const oldest = loaded.at(-1)?.sequence ?? 0;
  const newest = complete ? Number.POSITIVE_INFINITY : (loaded[0]?.sequence ?? 0);
  return latestStates([...loaded, ...changed])
    .filter(({ sequence }) => sequence >= oldest && sequence <= newest)
    .toSorted((one, other) => one.sequence - other.sequence);
}
