import type { NotifyClients, NotifyGuests, Run } from "#core/server/context.ts";

/** Parts of the application that this module uses. */
export interface RoomsDependencies {
  run: Run;
  clock: () => Date;
  /** Send a realtime message at once, without a transaction. */
  notifyClients: NotifyClients;
  notifyGuests: NotifyGuests;
}
