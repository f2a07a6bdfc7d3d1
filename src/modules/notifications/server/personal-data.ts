import type { PersonalData } from "#core/server/personal-data.ts";

import { listAllNotifications } from "./queries.ts";
import { findSettings } from "./settings-queries.ts";

export const notificationsData: PersonalData = {
  part: "notifications",
  read: async ({ tx }, personId) => {
    const { personId: _, ...settings } = await findSettings(tx, personId);
    return { settings, list: await listAllNotifications(tx, personId) };
  },
};
