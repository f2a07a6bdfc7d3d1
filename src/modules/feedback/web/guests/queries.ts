import { keepPreviousData, type QueryClient, queryOptions } from "@tanstack/react-query";

import { call } from "#core/web/client.ts";
import { latestStates, type LoadChanges, loadChangesSince } from "#core/web/synced-list.ts";
import { type GuestComment, guestEndpoints, guestLinkEndpoints } from "#modules/feedback/contract/guests.ts";

import { allPages } from "../queries.ts";
import { guestLinksKey, guestReviewKey } from "../query-keys.ts";

const pageSize = 1000;
/** Interval at which guests request changes while the page is visible, in milliseconds. */
export const pollEvery = 3000;

interface LoadedComments {
  change: number;
  comments: readonly GuestComment[];
}

/** The comments on the version; after the first request only changes are loaded. */
export function guestCommentsQuery(linkId: string, queries: QueryClient) {
  const queryKey = [...guestReviewKey, linkId, "comments"];
  return queryOptions({
    queryKey,
    queryFn: async (): Promise<LoadedComments> => {
      const cached = queries.getQueryData<LoadedComments>(queryKey);
      return cached ? loadChanges(linkId, cached) : loadAll(linkId);
    },
    placeholderData: keepPreviousData,
  });
}

async function loadAll(linkId: string): Promise<LoadedComments> {
  const pages = await allPages(async (after) => {
    const query = { after, limit: pageSize };
    return (await call(guestEndpoints.guestComments, { params: { linkId }, query })).data;
  });
  return { change: pages[0].change, comments: pages.flatMap(({ comments }) => comments) };
}

async function loadChanges(linkId: string, known: LoadedComments): Promise<LoadedComments> {
  const changed: GuestComment[] = [];
  const load: LoadChanges<GuestComment> = async (after) => {
    const input = { params: { linkId }, query: { after, limit: pageSize } };
    const { comments, ...rest } = (await call(guestEndpoints.guestCommentChanges, input)).data;
    return { items: comments, ...rest };
  };
  const change = await loadChangesSince(known.change, load, (comments) => changed.push(...comments));
  return { change, comments: latestStates([...known.comments, ...changed]) };
}

export function guestLinksQuery(taskId: number) {
  return queryOptions({
    queryKey: [...guestLinksKey, taskId],
    queryFn: async () => (await call(guestLinkEndpoints.guestLinks, { params: { id: taskId } })).data,
  });
}

export function guestVisitsQuery(taskId: number, linkId: string) {
  return queryOptions({
    queryKey: [...guestLinksKey, taskId, linkId],
    queryFn: async () =>
      (await call(guestLinkEndpoints.guestVisits, { params: { id: taskId, linkId } })).data,
  });
}
