import { keepPreviousData, type QueryClient, queryOptions } from "@tanstack/react-query";

import { call } from "#core/web/client.ts";
import { reloadQueries } from "#core/web/reload-queries.ts";
import { latestStates, type LoadChanges, loadChangesSince } from "#core/web/synced-list.ts";
import { type GuestComment, guestEndpoints, guestLinkEndpoints } from "#modules/feedback/contract/guests.ts";

import { allPages } from "../queries.ts";
import { guestLinksKey, guestReviewKey } from "../query-keys.ts";

const pageSize = 1000;

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
      if (!cached) return loadAll(linkId);
      const loaded = await loadChanges(linkId, cached.change);
      // Messages have arrived meanwhile.
      return merged(queries.getQueryData<LoadedComments>(queryKey) ?? cached, loaded);
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

/**
 * Stores a changed comment from a message or a response. If changes before it are missing, the comments are requested; where they
 * are still being requested, the message may be newer than the response.
 */
export function receiveGuestComment(queries: QueryClient, linkId: string, comment: GuestComment): void {
  const { queryKey } = guestCommentsQuery(linkId, queries);
  const cached = queries.getQueryData<LoadedComments>(queryKey);
  const isNext = cached !== undefined && comment.change <= cached.change + 1;
  if (cached) {
    const change = isNext ? comment.change : cached.change;
    queries.setQueryData<LoadedComments>(queryKey, merged(cached, { change, comments: [comment] }));
  }
  if (!isNext) void reloadQueries(queries, [queryKey]);
}

/** Requests the comments unless all changes up to this one are stored. */
export function catchUpGuestComments(queries: QueryClient, linkId: string, change: number): void {
  const { queryKey } = guestCommentsQuery(linkId, queries);
  const cached = queries.getQueryData<LoadedComments>(queryKey);
  if (cached === undefined || cached.change < change) void reloadQueries(queries, [queryKey]);
}

function merged(stored: LoadedComments, later: LoadedComments): LoadedComments {
  return {
    change: Math.max(stored.change, later.change),
    comments: latestStates([...stored.comments, ...later.comments]),
  };
}

async function loadChanges(linkId: string, from: number): Promise<LoadedComments> {
  const changed: GuestComment[] = [];
  const load: LoadChanges<GuestComment> = async (after) => {
    const input = { params: { linkId }, query: { after, limit: pageSize } };
    const { comments, ...rest } = (await call(guestEndpoints.guestCommentChanges, input)).data;
    return { items: comments, ...rest };
  };
  const change = await loadChangesSince(from, load, (comments) => changed.push(...comments));
  return { change, comments: changed };
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
