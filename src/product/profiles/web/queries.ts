import { queryOptions } from "@tanstack/react-query";

import { minute } from "#foundation/time.ts";
import { call } from "#foundation/web/client.ts";

import { profilesEndpoints } from "../contract.ts";

/** Profile and top-list data are fresh for 10 minutes (specification, section 9). */
const fresh = 10 * minute;

export function profileQuery(username: string) {
  return queryOptions({
    queryKey: ["profile", username],
    queryFn: async ({ signal }) => {
      const input = { query: { username } };
      const fallback = "Failed to fetch profile data";
      return (await call(profilesEndpoints.profile, input, { fallback, signal })).data;
    },
    staleTime: fresh,
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
    staleTime: fresh,
  });
}
