import { z } from "zod";

import { endpoint } from "#core/endpoint.ts";
import { pageQuery } from "#core/page.ts";
import { signedIn } from "#core/permission.ts";
import { personCard } from "#modules/people/contract/people.ts";

import { publicationStates } from "../rules/progress.ts";
import { deliveryProgress } from "./deliveries.ts";
import { operationProgress } from "./operations.ts";

/** A delivery in the list of a creator or of one of their managers. */
const publication = deliveryProgress.extend({
  taskId: z.number().int(),
  /** The video's title. */
  title: z.string(),
  startedAt: z.iso.datetime(),
  /** The creator whose task it is; null for the actor's own. */
  creator: personCard.nullable(),
  /** Whether the actor may act on it. Without the right, it has no actions. */
  mayPublish: z.boolean(),
  /** Details, captions and playlists that were not sent. */
  unsent: z.array(operationProgress),
});
export type Publication = z.output<typeof publication>;

export const publicationsEndpoints = {
  publications: endpoint({
    method: "GET",
    path: "/yt-upload/publications",
    permission: signedIn,
    summary: "Deliveries of the actor and of the creators for whom they manage, newest first",
    query: pageQuery.extend({ state: z.enum(publicationStates).optional() }),
    response: z.array(publication),
    message: "Publications loaded.",
    paginated: true,
  }),
};
