import { endpointGroup, type Module } from "#core/server/module.ts";

import { messagesEndpoints } from "./contract.ts";
import { messagesEventHandlers } from "./server/event-handlers.ts";
import { messagesData } from "./server/personal-data.ts";
import { messagesHandlers } from "./server/routes.ts";

export const messagesModule: Module = {
  name: "messages",
  endpoints: () => [endpointGroup(messagesEndpoints, messagesHandlers())],
  eventHandlers: messagesEventHandlers,
  personalData: messagesData,
};
