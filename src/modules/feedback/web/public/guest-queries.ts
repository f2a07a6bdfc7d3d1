import { queryOptions } from "@tanstack/react-query";

import { call } from "#core/web/client.ts";
import { guestEndpoints } from "#modules/feedback/contract/guests.ts";

import { guestReviewKey } from "../query-keys.ts";

/** The version that a guest reviews. */
export function guestPreviewQuery(linkId: string) {
  return queryOptions({
    queryKey: [...guestReviewKey, linkId, "preview"],
    queryFn: async () => (await call(guestEndpoints.guestPreview, { params: { linkId } })).data,
    refetchOnReconnect: true,
  });
}

/** Whether the link can be used, and what it asks for. */
export function guestCheckQuery(linkId: string, secret: string) {
  return queryOptions({
    queryKey: [...guestReviewKey, linkId, "check", secret],
    queryFn: async () =>
      (await call(guestEndpoints.checkGuestLink, { params: { linkId }, body: { secret } })).data,
    gcTime: 0,
  });
}
