import { endpointGroup, type Module } from "#core/server/module.ts";

import { guestRoomsEndpoints, roomsEndpoints } from "./contract/rooms.ts";
import type { RoomsDependencies } from "./server/dependencies.ts";
import { roomsEventHandlers } from "./server/event-handlers.ts";
import { roomsData } from "./server/personal-data.ts";
import { sweepWorker } from "./server/rooms/jobs.ts";
import { guestRoomsHandlers, roomsHandlers } from "./server/rooms/routes.ts";

export const roomsModule: Module<RoomsDependencies> = {
  name: "rooms",
  endpoints: (dependencies) => [
    endpointGroup(roomsEndpoints, roomsHandlers(dependencies)),
    endpointGroup(guestRoomsEndpoints, guestRoomsHandlers(dependencies)),
  ],
  eventHandlers: roomsEventHandlers,
  jobs: (dependencies) => [sweepWorker(dependencies)],
  personalData: roomsData,
};
