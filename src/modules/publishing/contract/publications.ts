import { z } from "zod";

import { endpoint } from "#core/endpoint.ts";
import { pageQuery } from "#core/page.ts";
import { creators } from "#core/permission.ts";

import { publicationStates } from "../rules/progress.ts";
import { recoveryActionList } from "../rules/recovery-actions.ts";
import { changesOfDelivery } from "./changes.ts";
import { deliveryProgress } from "./deliveries.ts";

/** A delivery in the creator's list. */
const publication = deliveryProgress.extend({
  taskId: z.number().int(),
  /** The video's title. */
  title: z.string(),
  startedAt: z.iso.datetime(),
  /** Whether details that were changed after publishing have reached the platform; null without a change. */
  changes: changesOfDelivery.nullable(),
  /** Captions and playlists that the published video did not get; null if there are none. */
  unsentAdditions: z
    .object({
      /** The cause of the first one, and its next step. */
      problem: z.string(),
      recoveryActions: recoveryActionList,
    })
    .nullable(),
});
export type UnsentAdditions = NonNullable<z.output<typeof publication>["unsentAdditions"]>;
export type Publication = z.output<typeof publication>;

export const publicationsEndpoints = {
  publications: endpoint({
    method: "GET",
    path: "/yt-upload/publications",
    permission: creators,
    summary: "The creator's deliveries, newest first",
    query: pageQuery.extend({ state: z.enum(publicationStates).optional() }),
    response: z.array(publication),
    message: "Publications loaded.",
    paginated: true,
  }),
};
