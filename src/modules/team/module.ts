import { endpointGroup, type Module } from "#core/server/module.ts";

import { teamEndpoints } from "./contract/team.ts";
import { teamEventHandlers } from "./server/event-handlers.ts";
import { teamHandlers } from "./server/members/routes.ts";
import { teamData } from "./server/personal-data.ts";

export const teamModule: Module = {
  name: "team",
  endpoints: () => [endpointGroup(teamEndpoints, teamHandlers())],
  eventHandlers: teamEventHandlers,
  personalData: teamData,
};
