import type { PersonalData } from "#foundation/server/personal-data.ts";

import { listAllOf } from "./store.ts";

export const notificationsData: PersonalData = {
  part: "notifications",
  read: ({ tx }, personId) => listAllOf(tx, personId),
};
