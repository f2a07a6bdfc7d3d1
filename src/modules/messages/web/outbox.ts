import { z } from "zod";

import { call } from "#core/web/client.ts";
import { createOutbox, outboxEntry, type OutboxEntry } from "#core/web/outbox.ts";
import { notifyThisClient } from "#core/web/realtime.ts";
import { messageOutboxKey } from "#modules/sign-in/rules/stored-user.ts";

import { type Message, messagesEndpoints } from "../contract.ts";
import { messageChanged } from "../realtime-messages.ts";

const outgoing = outboxEntry.extend({ withId: z.number(), text: z.string() });

/** A message that the server has not confirmed. */
export type Outgoing = z.output<typeof outgoing> & OutboxEntry;

/** Unconfirmed messages; each conversation is a queue. */
export const messageOutbox = createOutbox<Outgoing, Message>({
  storageKey: messageOutboxKey,
  schema: outgoing,
  queueOf: ({ withId }) => String(withId),
  send: async ({ id, withId, text }, images) => {
    const params = { id: withId };
    const sent = images
      ? await call(messagesEndpoints.sendImages, {
          params,
          form: { fields: { id, text }, files: { images } },
        })
      : await call(messagesEndpoints.send, { params, body: { id, text } });
    return sent.data;
  },
  onSent: (message, { withId }) => notifyThisClient(messageChanged, { withId, message }),
  fallback: "This message could not be sent.",
  imagesMissing: "The images are no longer available. Delete this message and attach them again.",
});
