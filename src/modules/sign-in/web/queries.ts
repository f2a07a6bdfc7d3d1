import { type QueryClient, queryOptions } from "@tanstack/react-query";

import { AppError } from "#core/error.ts";
import { hour } from "#core/time.ts";
import { call } from "#core/web/client.ts";

import type { SignedInUser } from "../contract.ts";
import { sessionEndpoints } from "../contract/sessions.ts";
import { expireUser, storeUser } from "./user-store.ts";

/** Whether the server refused a call because the user isn't logged in. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof AppError && error.code === "unauthenticated";
}

/** Loads the logged-in user and returns the id, or null. Refreshed before the socket token expires after 12 hours. */
export const userQuery = queryOptions({
  queryKey: ["user"],
  queryFn: async ({ signal }) => {
    try {
      const fallback = "user not authenticated, go to login";
      const { data } = await call(sessionEndpoints.checkAuth, {}, { fallback, signal });
      storeUser(data);
      return data.id;
    } catch (error) {
      if (!isSignedOut(error)) throw error;
      expireUser();
      return null;
    }
  },
  staleTime: Infinity,
  refetchInterval: 6 * hour,
});

/** Stores the user after a login and removes the cached queries of a previous user. */
export function startSession(queries: QueryClient, user: SignedInUser): void {
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== "user" });
  queries.setQueryData(userQuery.queryKey, user.id);
  storeUser(user);
}

/** The user's sessions. */
export const sessionsQuery = queryOptions({
  queryKey: ["sessions"],
  queryFn: async ({ signal }) => {
    const fallback = "Failed to fetch your sessions";
    return (await call(sessionEndpoints.sessions, {}, { fallback, signal })).data;
  },
  refetchOnWindowFocus: true,
});
