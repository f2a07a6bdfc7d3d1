import { infiniteQueryOptions, type QueryClient, queryOptions } from "@tanstack/react-query";

import { minute } from "#core/time.ts";
import { call } from "#core/web/client.ts";

import { profilesEndpoints } from "../contract.ts";
import { reviewsAtFirst } from "../rules.ts";

/** Profile and top-list data are fresh for 10 minutes (specification, section 9), and kept for as long. */
const fresh = { staleTime: 10 * minute, gcTime: 10 * minute };

/** While this mutation runs, one's profile is being saved. */
export const editProfileKey = ["edit-profile"];

export function profileQuery(username: string) {
  return queryOptions({
    queryKey: ["profile", username],
    queryFn: async ({ signal }) => {
      const input = { query: { username } };
      const fallback = "Failed to fetch profile data";
      return (await call(profilesEndpoints.profile, input, { fallback, signal })).data;
    },
    ...fresh,
  });
}

/** Youtubers see editors, editors see youtubers. */
export function topUsersQuery(viewer: "YOUTUBER" | "EDITOR") {
  return queryOptions({
    queryKey: ["top-users", viewer],
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

/** The ratings an editor has received, page by page. */
export function reviewsQuery(username: string) {
  return infiniteQueryOptions({
    queryKey: ["reviews", username],
    ...fresh,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      call(
        profilesEndpoints.reviews,
        { query: { username, cursor: pageParam, limit: reviewsAtFirst } },
        { fallback: "Failed to fetch the reviews", signal },
      ),
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    select: (list) => list.pages.flatMap((page) => page.data),
  });
}

/** Whom the creator rates for a task and how they did so far; forgotten when nobody shows it. */
export function ratingQuery(taskId: number) {
  return queryOptions({
    queryKey: ["rating", taskId],
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const fallback = "Failed to fetch your rating";
      return (await call(profilesEndpoints.rating, { params: { id: taskId } }, { fallback, signal })).data;
    },
  });
}

/** A rating changes the editor's profile and reviews, the top lists and the card of its task. */
export function refreshRatings(queries: QueryClient): void {
  for (const key of ["profile", "reviews", "top-users", "tasks"]) {
    void queries.invalidateQueries({ queryKey: [key] });
  }
}
