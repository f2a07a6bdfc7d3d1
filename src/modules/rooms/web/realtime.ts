import { invalidateOn } from "#core/web/realtime-invalidation.ts";

import { guestRoomsChanged, roomsChanged } from "../realtime-messages.ts";
import { guestRoomKey, taskRoomKey } from "./query-keys.ts";

export const invalidations = [
  invalidateOn(roomsChanged, ({ taskId }) => [[...taskRoomKey, taskId]]),
  invalidateOn(guestRoomsChanged, () => [guestRoomKey]),
];
