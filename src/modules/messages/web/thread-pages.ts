import type { Message } from "../contract.ts";

/** Pages of a conversation, newest first. */
export type Pages = readonly (readonly Message[])[];

/** The highest change number of the loaded messages. */
export function latestChange(pages: Pages): number {
  return Math.max(0, ...pages.flat().map(({ change }) => change));
}

/**
 * The pages with a message that was sent or changed. An older version of a loaded message, and a message before the
 * loaded ones, change nothing.
 */
export function withMessage(pages: Message[][], message: Message): Message[][] {
  const known = pages.flat().find(({ sequence }) => sequence === message.sequence);
  if (known) {
    if (known.change >= message.change) return pages;
    return pages.map((page) => page.map((one) => (one.sequence === message.sequence ? message : one)));
  }
  const [first = [], ...rest] = pages;
  const oldest = pages.flat().at(-1)?.sequence ?? 0;
  if (message.sequence < oldest) return pages;
  const newest = [...first, message].toSorted((one, other) => other.sequence - one.sequence);
  return [newest, ...rest];
}
