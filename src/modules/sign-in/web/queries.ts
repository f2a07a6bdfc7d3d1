import { type QueryClient, queryOptions } from "@tanstack/react-query";

import { AppError } from "#core/error.ts";
import { hour } from "#core/time.ts";
import { call } from "#core/web/client.ts";

import { sessionEndpoints, sessionEnds } from "../contract/sessions.ts";
import type { SignedInUser } from "../contract/sign-in.ts";
import { endUserSession, storeUser } from "./sessions/user-store.ts";

const refusals = new Set<string>(["unauthenticated", "suspended", ...sessionEnds]);

/** Whether the server refused a call because the user isn't logged in. */
export function isSignedOut(error: unknown): error is AppError {
  return error instanceof AppError && refusals.has(error.code);
}

/** Removes the stored user if the server refused a call because their session has ended. */
export function endSessionIfRefused(error: unknown): void {
  if (!isSignedOut(error)) return;
  const expired = error.code === "unauthenticated";
  endUserSession(expired ? "Your session has expired. Log in to continue." : error.message);
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
      endSessionIfRefused(error);
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
