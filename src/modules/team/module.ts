import type { Module } from "#core/server/module.ts";

import { teamEventHandlers } from "./server/event-handlers.ts";
import { teamData } from "./server/personal-data.ts";

export const teamModule: Module = {
  name: "team",
  eventHandlers: teamEventHandlers,
  personalData: teamData,
};
