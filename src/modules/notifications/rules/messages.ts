import { minute } from "#core/time.ts";

import type { NotificationContent } from "./content.ts";

/** Users are notified of messages that they have not seen for this long. */
export const unseenFor = 2 * minute;
/** The same while the last notification of the conversation is still unread. */
export const unseenForAgain = 15 * minute;

/** Messages that are quoted in one notification, and characters of each. */
export const maxQuotedMessages = 3;
const maxQuoteLength = 300;

/** For messages that a user has not seen, the first one first. A request is quoted only where it can be declined. */
export function messageNotification(
  { name, isRequest }: { name: string; isRequest: boolean },
  messages: { count: number; first: readonly { text: string; images: number }[] },
  path: string,
): NotificationContent {
  const { count, first } = messages;
  if (isRequest) {
    const title = `${name} wants to message you`;
    return { kind: "message", title, description: "Read the message to accept or block it.", path };
  }
  const more = count - first.length;
  return {
    kind: "message",
    title: count === 1 ? `New message from ${name}` : `${count} new messages from ${name}`,
    description: [...first.map(quote), ...(more > 0 ? [`And ${more} more.`] : [])].join("\n\n"),
    path,
  };
}

function quote({ text, images }: { text: string; images: number }): string {
  const characters = [...text];
  if (characters.length === 0) return images === 1 ? "An image." : `${images} images.`;
  if (characters.length <= maxQuoteLength) return text;
  return `${characters.slice(0, maxQuoteLength).join("").trimEnd()}…`;
}
