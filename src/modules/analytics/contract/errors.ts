import { defineErrors } from "#core/error.ts";

/** Also for an address whose publication is no id. */
export const publicationNotFound = "This publication doesn't exist. Open the results from Analytics.";

export const analyticsError = defineErrors({
  not_published: {
    status: 409,
    message: "This video is not published yet. Its results appear here after the publication.",
  },
  results_not_shared: {
    status: 403,
    message: "The creator doesn't share the results of their videos. Ask them to turn sharing on.",
  },
  publication_not_found: {
    status: 404,
    message: publicationNotFound,
  },
  channel_not_managed: {
    status: 403,
    message: "You don't manage this channel. Choose one of yours in Analytics.",
  },
});
