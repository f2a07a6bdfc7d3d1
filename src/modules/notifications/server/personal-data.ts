import type { PersonalData } from "#core/server/personal-data.ts";

import { listAllOf } from "./store.ts";

export const notificationsData: PersonalData = {
  part: "notifications",
  read: ({ tx }, personId) => listAllOf(tx, personId),
};
