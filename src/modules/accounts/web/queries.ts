import { queryOptions } from "@tanstack/react-query";

import { AppError } from "#core/error.ts";
import { hour } from "#core/time.ts";
import { call } from "#core/web/client.ts";

import { accountsEndpoints } from "../contract.ts";
import { sessionsEndpoints } from "../contract/sessions.ts";
import { forgetUser, rememberUser } from "./user-store.ts";

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
      const { data } = await call(accountsEndpoints.checkAuth, {}, { fallback, signal });
      rememberUser(data);
      return data.id;
    } catch (error) {
      if (!isSignedOut(error)) throw error;
      forgetUser();
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
    return (await call(sessionsEndpoints.sessions, {}, { fallback, signal })).data;
  },
  refetchOnWindowFocus: true,
});

/** People whose name matches; kept for a minute. */
export function peopleQuery(query: string) {
  return queryOptions({
    queryKey: ["people", query],
    queryFn: async ({ signal }) => {
      const fallback = "Failed to fetch users";
      const { data } = await call(accountsEndpoints.searchUser, { query: { query } }, { fallback, signal });
      return data;
    },
    staleTime: 60_000,
  });
}
