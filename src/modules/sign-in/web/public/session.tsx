import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { Navigate, useLocation } from "react-router";

import { profilePath, signUpPath } from "#core/paths.ts";
import type { User } from "#modules/people/contract/people.ts";
import type { SignedInUser } from "#modules/sign-in/contract/sign-in.ts";
import { createParameter, firstTaskPath } from "#modules/sign-in/rules/first-task.ts";

import { endSessionIfRefused, startSession, userQuery } from "../queries.ts";
import { changeUser, clearUser, useUserStore } from "../sessions/user-store.ts";

/**
 * The logged-in user, null if there is none, undefined while loading. The server is asked only if this browser has a
 * stored user; while it can't be reached, the stored user is returned.
 */
export function useUser(): User | null | undefined {
  const stored = useUserStore((state) => state.user);
  const check = useQuery({ ...userQuery, enabled: stored !== null });
  if (stored === null) return null;
  const waiting = check.isPending && check.fetchStatus === "fetching" && check.failureCount === 0;
  return waiting ? undefined : stored;
}

/** Whether the user may administer the server. */
export function useIsOperator(): boolean {
  return useUserStore((state) => state.user !== null && state.operator);
}

/** Stores the user after a login and removes the cached queries of a previous user. */
export function useStartSession(): (user: SignedInUser) => void {
  const queries = useQueryClient();
  return (user) => startSession(queries, user);
}

/** Removes the user who has deleted the account and all cached queries. Pages that need a login open the start page. */
export function useForgetDeletedAccount(): () => void {
  const queries = useQueryClient();
  return () => {
    clearUser({ accountDeleted: true });
    queries.clear();
  };
}

/** Updates the stored user, such as a new name or picture. */
export function useChangeUser(): (change: Partial<User>) => void {
  return changeUser;
}

/** The path that the user requested before the login, or null. */
export function useReturnPath(): string | null {
  const { state, search }: { state: unknown; search: string } = useLocation();
  const requested = new URLSearchParams(search).has(createParameter) ? firstTaskPath : null;
  const from = typeof state === "object" && state !== null && "from" in state ? state.from : null;
  return typeof from === "string" && /^\/(?!\/)/.test(from) ? from : requested;
}

/** The reason for which the session of this browser's last user ended without a logout, or null. */
export function useSessionEnd(): string | null {
  return useUserStore((state) => state.sessionEnd);
}

interface SignedInProps {
  children: ReactNode;
  /** Shown until the server has confirmed the session. */
  placeholder?: ReactNode;
}

/** Renders its children for logged-in users. Redirects others to /auth and back after the login. */
export function SignedIn({ children, placeholder }: SignedInProps) {
  const user = useUser();
  const accountDeleted = useUserStore((state) => state.accountDeleted);
  const { pathname, search, hash } = useLocation();
  useRefusals();
  if (user === undefined) {
    return (
      <>
        <output className="sr-only">Loading your account</output>
        {placeholder}
      </>
    );
  }
  if (accountDeleted) return <Navigate to="/" replace />;
  if (user === null) {
    return <Navigate to={signUpPath} replace state={{ from: pathname + search + hash }} />;
  }
  return children;
}

/** Renders its children for visitors. Redirects logged-in users to the requested path or their profile. */
export function SignedOut({ children }: { children: ReactNode }) {
  const user = useUser();
  const from = useReturnPath();
  return (
    <>
      {/* The form stays in view while the next page is loading. */}
      <div inert={Boolean(user)} className="contents">
        {children}
      </div>
      {user && <Navigate to={from ?? profilePath(user)} replace />}
    </>
  );
}

/** Clears the user when the server refuses a call, because the session ended elsewhere. */
function useRefusals(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const stopQueries = queries.getQueryCache().subscribe((event) => {
      if (event.type === "updated" && event.action.type === "error") endSessionIfRefused(event.action.error);
    });
    const stopMutations = queries.getMutationCache().subscribe((event) => {
      if (event.type === "updated" && event.action.type === "error") endSessionIfRefused(event.action.error);
    });
    return () => {
      stopQueries();
      stopMutations();
    };
  }, [queries]);
}
