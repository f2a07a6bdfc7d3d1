import { infiniteQueryOptions, type QueryClient, queryOptions } from "@tanstack/react-query";

import { minute } from "#core/time.ts";
import { call } from "#core/web/client.ts";
import { endpointQuery } from "#core/web/endpoint-query.ts";
import type { User } from "#modules/people/contract/people.ts";

import { profilesEndpoints, type Rating } from "../contract/profiles.ts";
import { initialReviews, videosPerPage } from "../rules/profiles.ts";
import { profileKey, publishedVideosKey, ratingKey, reviewsKey, topUsersKey } from "./query-keys.ts";

/** Profiles and top lists are fresh for 10 minutes and cached for as long. */
const fresh = { staleTime: 10 * minute, gcTime: 10 * minute };

/** Key of the mutation that saves the user's profile. */
export const editProfileKey = ["edit-profile"];

export function profileQuery(username: string) {
  return {
    ...endpointQuery({
      queryKey: [...profileKey, username],
      endpoint: profilesEndpoints.profile,
      input: { query: { username } },
      fallback: "Failed to fetch profile data",
    }),
    ...fresh,
  };
}

/** Shows a profile under its name and former ones. */
export function storeProfile(queries: QueryClient, profile: User, names = [profile.name]): void {
  for (const name of names) queries.setQueryData(profileQuery(name).queryKey, profile);
}

/** Youtubers see editors, editors see youtubers. */
export function topUsersQuery(viewer: "YOUTUBER" | "EDITOR") {
  return queryOptions({
    queryKey: [...topUsersKey, viewer],
    queryFn: async ({ signal }) => {
      if (viewer === "YOUTUBER") {
        const fallback = "Failed to fetch top editors data";
        return (await call(profilesEndpoints.topEditors, {}, { fallback, signal })).data;
      }
      const fallback = "Failed to fetch top youtubers data";
      return (await call(profilesEndpoints.topYoutubers, {}, { fallback, signal })).data;
    },
    ...fresh,
  });
}

/** The ratings that an editor has received, page by page. */
export function reviewsQuery(username: string) {
  return infiniteQueryOptions({
    queryKey: [...reviewsKey, username],
    ...fresh,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      call(
        profilesEndpoints.reviews,
        { query: { username, cursor: pageParam, limit: initialReviews } },
        { fallback: "Failed to fetch the reviews", signal },
      ),
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    select: (list) => list.pages.flatMap((page) => page.data),
  });
}

/** The videos that a creator has published as public, page by page. */
export function publishedVideosQuery(username: string) {
  return infiniteQueryOptions({
    queryKey: [...publishedVideosKey, username],
    ...fresh,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      call(
        profilesEndpoints.publishedVideos,
        { query: { username, cursor: pageParam, limit: videosPerPage } },
        { fallback: "Failed to fetch the published videos", signal },
      ),
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    select: (list) => list.pages.flatMap((page) => page.data),
  });
}

/** The editor of a task and the creator's rating; not cached. */
export function ratingQuery(taskId: number) {
  return {
    ...endpointQuery({
      queryKey: [...ratingKey, taskId],
      endpoint: profilesEndpoints.rating,
      input: { params: { id: taskId } },
      fallback: "Failed to fetch your rating",
    }),
    gcTime: 0,
  };
}

/** Shows a rating that was saved. */
export function storeRating(queries: QueryClient, taskId: number, rating: Rating): void {
  queries.setQueryData(ratingQuery(taskId).queryKey, (known) => known && { ...known, rating });
}
