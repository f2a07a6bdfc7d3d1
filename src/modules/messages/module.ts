import { endpointGroup, type Module } from "#core/server/module.ts";

import { messagesEndpoints } from "./contract/messages.ts";
import { messagesEventHandlers } from "./server/event-handlers.ts";
import { messagesHandlers } from "./server/messages/routes.ts";
import { messagesData } from "./server/personal-data.ts";

export const messagesModule: Module = {
  name: "messages",
  endpoints: () => [endpointGroup(messagesEndpoints, messagesHandlers())],
  eventHandlers: messagesEventHandlers,
  personalData: messagesData,
};
