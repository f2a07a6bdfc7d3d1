import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useCallback, useEffect } from "react";
import { Navigate, useLocation } from "react-router";

import type { SignedInUser, User } from "../contract.ts";
import { profilePath } from "../rules.ts";
import { isSignedOut, userQuery } from "./queries.ts";
import { changeUser, forgetUser, rememberUser, useUserStore } from "./user-store.ts";

/**
 * The signed-in user, null for nobody, undefined while the server is asked. It is asked only where this browser knows
 * a user's email (specification, section 7); where it can't be reached, the last known user stands.
 */
export function useUser(): User | null | undefined {
  const known = useUserStore((state) => state.user);
  const check = useQuery({ ...userQuery, enabled: known !== null });
  if (known === null) return null;
  return check.isPending ? undefined : known;
}

/** What changes when somebody has signed in; nothing stays of whoever was here before. */
export function useWelcome(): (user: SignedInUser) => void {
  const queries = useQueryClient();
  return (user) => {
    queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== "user" });
    queries.setQueryData(userQuery.queryKey, user.id);
    rememberUser(user);
  };
}

/** Leaves nothing in this browser of whoever was here. */
export function useForgetUser(): () => void {
  const queries = useQueryClient();
  return useCallback(() => {
    forgetUser();
    queries.clear();
  }, [queries]);
}

/** Shows what has been changed of oneself (name, picture) at once, everywhere. */
export function useChangeUser(): (change: Partial<User>) => void {
  return changeUser;
}

/** Where somebody wanted to go before they were asked to sign in. */
export function useReturnPath(): string | null {
  const state: unknown = useLocation().state;
  const from = typeof state === "object" && state !== null && "from" in state ? state.from : null;
  return typeof from === "string" && /^\/(?!\/)/.test(from) ? from : null;
}

/** Shows its children to signed-in people; others go to /auth and come back after it. */
export function SignedIn({ children }: { children: ReactNode }) {
  const user = useUser();
  const { pathname, search, hash } = useLocation();
  useSessionEnd();
  if (user === undefined) return <output className="sr-only">Checking who you are</output>;
  if (user === null) return <Navigate to="/auth" replace state={{ from: pathname + search + hash }} />;
  return children;
}

/** Shows its children while nobody is signed in; signed-in people go where they wanted to, else to their profile. */
export function SignedOut({ children }: { children: ReactNode }) {
  const user = useUser();
  const from = useReturnPath();
  if (user) return <Navigate to={from ?? profilePath(user)} replace />;
  return children;
}

/** A session that has ended elsewhere is noticed by the first call that the server refuses. */
function useSessionEnd(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const stopQueries = queries.getQueryCache().subscribe((event) => {
      if (event.type === "updated" && event.action.type === "error") noticeRefusal(event.action.error);
    });
    const stopMutations = queries.getMutationCache().subscribe((event) => {
      if (event.type === "updated" && event.action.type === "error") noticeRefusal(event.action.error);
    });
    return () => {
      stopQueries();
      stopMutations();
    };
  }, [queries]);
}

function noticeRefusal(error: unknown): void {
  if (isSignedOut(error)) forgetUser();
}
