import type { Message, MessagePage } from "../contract.ts";

/** Pages of a conversation, newest first. */
export type Pages = readonly Pick<MessagePage, "messages">[];

/** The highest change number of the loaded messages. */
export function latestChange(pages: Pages): number {
  return Math.max(0, ...pages.flatMap(({ messages }) => messages).map(({ change }) => change));
}

/**
 * The pages with a message that was sent or changed. An older version of a loaded message, and a message before the
 * loaded ones, change nothing.
 */
export function withMessage(pages: MessagePage[], message: Message): MessagePage[] {
  const loaded = pages.flatMap(({ messages }) => messages);
  const known = loaded.find(({ sequence }) => sequence === message.sequence);
  if (known) {
    if (known.change >= message.change) return pages;
    const latest = (one: Message) => (one.sequence === message.sequence ? message : one);
    return pages.map((page) => ({ ...page, messages: page.messages.map(latest) }));
  }
  const [first = { messages: [], more: false }, ...rest] = pages;
  const oldest = loaded.at(-1)?.sequence ?? 0;
  if (message.sequence < oldest) return pages;
  const messages = [...first.messages, message].toSorted((one, other) => other.sequence - one.sequence);
  return [{ ...first, messages }, ...rest];
}
