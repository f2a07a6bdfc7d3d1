import type { PersonalData } from "#core/server/personal-data.ts";

import { listSubscriptions } from "./push/queries.ts";
import { listAllNotifications } from "./queries.ts";
import { findSettings } from "./settings-queries.ts";

export const notificationsData: PersonalData = {
  part: "notifications",
  read: async ({ tx }, personId) => {
    const { personId: _, ...settings } = await findSettings(tx, personId);
    const browsers = (await listSubscriptions(tx, personId)).map(({ endpoint, createdAt }) => ({
      pushService: new URL(endpoint).host,
      createdAt,
    }));
    return { settings, browsers, list: await listAllNotifications(tx, personId) };
  },
};
