import { randomUUID } from "node:crypto";

import { messagesEndpoints } from "#modules/messages/contract/messages.ts";
import { sessionEndpoints } from "#modules/sign-in/contract/sessions.ts";
import type { Client } from "#testing/client.ts";

import { callOrThrow, file } from "./api.ts";
import type { SeedConversation } from "./conversations.ts";
import { drawStill } from "./films.ts";
import type { PersonKey } from "./studio.ts";
import type { Timeline } from "./timeline.ts";

/** Sends the lines of a conversation; each is read by its recipient, except for the last `unread` ones. */
export async function fillConversation(
  { between, lines, past, unread = 0 }: SeedConversation,
  clientFor: (key: PersonKey) => Client,
  { ffmpeg, timeline }: { ffmpeg: string; timeline: Timeline },
): Promise<void> {
  timeline.mark(past[0]);
  const [one, other] = between;
  for (const [at, { from, text, still }] of lines.entries()) {
    const [sender, recipient] = [clientFor(from), clientFor(from === one ? other : one)];
    const [senderId, recipientId] = [await clientId(sender), await clientId(recipient)];
    const fields = { id: randomUUID(), text };
    const params = { id: recipientId };
    const { sequence } = still
      ? await callOrThrow(sender, messagesEndpoints.sendImages, {
          params,
          form: {
            fields,
            files: { images: [file(await drawStill(still, ffmpeg), "still.png", "image/png")] },
          },
        })
      : await callOrThrow(sender, messagesEndpoints.send, { params, body: fields });
    if (at >= lines.length - unread) continue;
    await callOrThrow(recipient, messagesEndpoints.markRead, {
      params: { id: senderId },
      body: { sequence },
    });
  }
  timeline.mark(past[1]);
}

/** ID of the user of a session. */
export async function clientId(client: Client): Promise<number> {
  return (await callOrThrow(client, sessionEndpoints.checkAuth, {})).id;
}
