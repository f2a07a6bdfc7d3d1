import { z } from "zod";

import { call } from "#core/web/client.ts";
import { createOutbox, outboxEntry, type OutboxEntry } from "#core/web/outbox.ts";
import { messagesEndpoints } from "#modules/messages/contract/messages.ts";

import { messageOutboxKey } from "../storage-keys.ts";

const outgoing = outboxEntry.extend({ withId: z.number(), text: z.string() });

/** A message that the server has not confirmed. */
export type Outgoing = z.output<typeof outgoing> & OutboxEntry;

/** Unconfirmed messages; each conversation is a queue. */
export const messageOutbox = createOutbox<Outgoing>({
  storageKey: messageOutboxKey,
  schema: outgoing,
  queueKey: ({ withId }) => String(withId),
  send: async ({ id, withId, text }, images) => {
    const params = { id: withId };
    if (!images) await call(messagesEndpoints.send, { params, body: { id, text } });
    else {
      const form = { fields: { id, text }, files: { images } };
      await call(messagesEndpoints.sendImages, { params, form });
    }
  },
  fallback: "This message could not be sent.",
  imagesMissing: "The images are no longer available. Delete this message and attach them again.",
});
