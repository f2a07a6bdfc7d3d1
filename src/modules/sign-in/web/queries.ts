import { queryOptions } from "@tanstack/react-query";

import { AppError } from "#core/error.ts";
import { hour } from "#core/time.ts";
import { call } from "#core/web/client.ts";

import { sessionEndpoints } from "../contract/sessions.ts";
import { clearUser, storeUser } from "./user-store.ts";

/** True when the server says that nobody is signed in. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof AppError && error.code === "unauthenticated";
}

/** Asks who is signed in: the id, or null. Refreshed often enough for the socket token's 12 hours. */
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
      clearUser();
      return null;
    }
  },
  staleTime: Infinity,
  refetchInterval: 6 * hour,
});

/** Where the user is signed in; looked at anew each time. */
export const sessionsQuery = queryOptions({
  queryKey: ["sessions"],
  queryFn: async ({ signal }) => {
    const fallback = "Failed to fetch where you are signed in";
    return (await call(sessionEndpoints.sessions, {}, { fallback, signal })).data;
  },
  refetchOnWindowFocus: true,
});
