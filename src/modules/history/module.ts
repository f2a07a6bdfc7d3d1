import { endpointGroup, type Module } from "#core/server/module.ts";

import { historyEndpoints } from "./contract/history.ts";
import { historyHandlers } from "./server/entries/routes.ts";
import { historyEventHandlers } from "./server/event-handlers.ts";
import { historyData } from "./server/personal-data.ts";

export const historyModule: Module = {
  name: "history",
  endpoints: () => [endpointGroup(historyEndpoints, historyHandlers())],
  eventHandlers: historyEventHandlers,
  personalData: historyData,
};
