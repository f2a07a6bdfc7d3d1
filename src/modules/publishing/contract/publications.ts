import { z } from "zod";

import { endpoint } from "#core/endpoint.ts";
import { pageQuery } from "#core/page.ts";
import { creators } from "#core/permission.ts";

import { publicationStates } from "../rules/progress.ts";
import { deliveryProgress } from "./deliveries.ts";
import { operationProgress } from "./operations.ts";

/** A delivery in the creator's list. */
const publication = deliveryProgress.extend({
  taskId: z.number().int(),
  /** The video's title. */
  title: z.string(),
  startedAt: z.iso.datetime(),
  /** Details, captions and playlists that were not sent. */
  unsent: z.array(operationProgress),
});
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
