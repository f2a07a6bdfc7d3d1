import type { PersonalData } from "#core/server/personal-data.ts";

import { listAllNotifications } from "./queries.ts";

export const notificationsData: PersonalData = {
  part: "notifications",
  read: ({ tx }, personId) => listAllNotifications(tx, personId),
};
