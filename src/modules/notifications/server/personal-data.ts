import { inBatches } from "#core/server/batches.ts";
import type { PersonalData } from "#core/server/personal-data.ts";

import { listSubscriptions } from "./push/queries.ts";
import { listAllNotifications, type NotificationOfPerson } from "./queries.ts";
import { findSettings } from "./settings-queries.ts";

export const notificationsData: PersonalData = {
  part: "notifications",
  read: async ({ tx }, personId) => {
    const { personId: _, ...settings } = await findSettings(tx, personId);
    const browsers = (await listSubscriptions(tx, personId)).map(({ endpoint, createdAt }) => ({
      pushService: new URL(endpoint).host,
      createdAt,
    }));
    const list = inBatches({
      limit: 100,
      read: (last: NotificationOfPerson | null, limit) =>
        listAllNotifications(tx, { personId, after: last?.id ?? 0, limit }),
      present: (rows) => rows.map(({ id: _id, ...row }) => row),
    });
    return { settings, browsers, list };
  },
};
