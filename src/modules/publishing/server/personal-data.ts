import { inBatches } from "#core/server/batches.ts";
import type { PersonalData } from "#core/server/personal-data.ts";

import { problemMessage } from "../rules/problems.ts";
import { listPersonDeliveries, type DeliveryOfPerson } from "./deliveries/queries.ts";
import { listDestinations } from "./destinations/queries.ts";
import { listPresets } from "./details/presets.ts";

/** A user's destinations, without their tokens and settings, deliveries and presets. */
export const publishingData: PersonalData = {
  part: "publishing",
  read: async ({ tx }, personId) => {
    const rows = await listDestinations(tx, personId);
    return {
      destinations: rows.map((row) => {
        const { kind, accountId, title, pictureUrl, scopes, connectedAt, checkedAt } = row;
        return { kind, accountId, title, pictureUrl, scopes, connectedAt, checkedAt };
      }),
      presets: (await listPresets({ tx }, personId)).map(({ name, details }) => ({ name, details })),
      deliveries: inBatches({
        limit: 50,
        read: (last: DeliveryOfPerson | null, limit) => listPersonDeliveries(tx, { personId, last, limit }),
        present: (part) => part.map(presentDelivery),
      }),
    };
  },
};

function presentDelivery({ id: _id, problemCode, ...delivery }: DeliveryOfPerson) {
  return { ...delivery, problem: problemCode === null ? null : problemMessage(problemCode, "YouTube") };
}
