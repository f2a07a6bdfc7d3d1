import { inBatches } from "#core/server/batches.ts";
import type { PersonalData } from "#core/server/personal-data.ts";

import { presentKind } from "../rules/kinds/index.ts";
import { listAllNotifications } from "./inbox/queries.ts";
import { findReader } from "./inbox/reader.ts";
import { listSubscriptions } from "./push/queries.ts";
import { findSettings } from "./settings/queries.ts";
import type { NotificationRow } from "./tables.ts";

export const notificationsData: PersonalData = {
  part: "notifications",
  read: async (ctx, personId) => {
    const { tx } = ctx;
    const { personId: _, ...settings } = await findSettings(tx, personId);
    const browsers = (await listSubscriptions(tx, personId)).map(({ endpoint, createdAt }) => ({
      pushService: new URL(endpoint).host,
      createdAt,
    }));
    const reader = await findReader(ctx, personId);
    const list = inBatches({
      limit: 100,
      read: (last: NotificationRow | null, limit) =>
        listAllNotifications(tx, { personId, after: last?.id ?? 0, limit }),
      present: (rows) =>
        rows.map((row) => {
          const { taskId, kind, readAt, mailedAt, createdAt } = row;
          return { taskId, kind, ...presentKind(row, reader), readAt, mailedAt, createdAt };
        }),
    });
    return { settings, browsers, list };
  },
};
