import { QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";

import { AvatarLink } from "#modules/accounts/web/avatar-link.tsx";
import { useUser } from "#modules/accounts/web/session.tsx";
import { Toaster } from "#ui/toaster.tsx";

import { queries } from "../queries.ts";
import { useRealtimeRefresh } from "../realtime-refresh.ts";
import { AccountPlaceholder, SignUpLink } from "./sign-up-link.tsx";

/** Around whatever asks the server; all of it shares one cache. */
export function Session({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queries}>{children}</QueryClientProvider>;
}

/** Once beside the pages: keeps the queries of a signed-in person fresh, and shows toasts. */
export function Companion() {
  return (
    <Session>
      <LiveRefresh />
      <Toaster />
    </Session>
  );
}

function LiveRefresh() {
  const user = useUser();
  useRealtimeRefresh(user?.id ?? null);
  return null;
}

/** The signed-in user's picture, or the way to become one. */
export function Account() {
  return (
    <Session>
      <Person />
    </Session>
  );
}

function Person() {
  const user = useUser();
  if (user === undefined) return <AccountPlaceholder />;
  return user ? <AvatarLink user={user} /> : <SignUpLink />;
}
