import { endpointAddress } from "#core/endpoint-address.ts";
import { messagesEndpoints } from "#modules/messages/contract/messages.ts";
import { messageChanged } from "#modules/messages/realtime-messages.ts";
import { sessionEndpoints } from "#modules/sign-in/contract/sessions.ts";

import { measureDelivery } from "../delivery.ts";
import type { Row } from "../figure.ts";
import { startProduct } from "../running-product.ts";
import { createTask } from "../workflow.ts";

/** A message from its request to the other user's socket. */
export const messageDelivery: Row = {
  name: "message-delivery",
  measure: async (settings) => {
    const product = await startProduct(settings);
    const { creator, editor } = product;
    await createTask(creator, editor, "Harbour at dawn");
    const { id } = await editor.call(sessionEndpoints.checkAuth, {});
    const delivered = {
      what: "message to the other user",
      message: messageChanged.name,
      requestFor: (text: string) => ({
        address: endpointAddress(messagesEndpoints.send, { params: { id } }),
        body: { id: crypto.randomUUID(), text },
      }),
    };
    return measureDelivery(product, delivered, settings);
  },
};
