import { endpointGroup, type Module } from "#core/server/module.ts";

import { teamEndpoints } from "./contract.ts";
import { teamEventHandlers } from "./server/event-handlers.ts";
import { teamData } from "./server/personal-data.ts";
import { teamHandlers } from "./server/routes.ts";

export const teamModule: Module = {
  name: "team",
  endpoints: () => [endpointGroup(teamEndpoints, teamHandlers())],
  eventHandlers: teamEventHandlers,
  personalData: teamData,
};
