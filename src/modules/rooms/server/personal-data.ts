import { inBatches } from "#core/server/batches.ts";
import type { PersonalData } from "#core/server/personal-data.ts";

import { listRoomsOfPerson, type RoomOfPerson } from "./rooms/queries.ts";

/** Rooms of the last day that the user has started or is in. */
export const roomsData: PersonalData = {
  part: "rooms",
  read: async ({ tx }, personId) =>
    inBatches({
      limit: 200,
      read: (last: RoomOfPerson | null, limit) => listRoomsOfPerson(tx, { personId, last, limit }),
      present: (rows) =>
        rows.map(({ id: _id, startedBy, ...room }) => ({ ...room, started: startedBy === personId })),
    }),
};
