import { QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";

import { AvatarLink } from "#modules/people/web/avatar-link.tsx";
import { useUser } from "#modules/sign-in/web/session.tsx";
import { useReportTimeZone } from "#modules/sign-in/web/use-report-time-zone.ts";
import { Toaster } from "#ui/toaster.tsx";

import { queryClient } from "../query-client.ts";
import { useRealtimeRefresh } from "../use-realtime-refresh.ts";
import { AccountPlaceholder, SignUpLink } from "./sign-up-link.tsx";

/** Gives its children the app's query cache. */
export function Session({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}

/** Keeps the queries of a signed-in user fresh, reports their time zone and shows toasts. */
export function SessionServices() {
  return (
    <Session>
      <RealtimeRefresh />
      <Toaster />
    </Session>
  );
}

function RealtimeRefresh() {
  const user = useUser();
  useRealtimeRefresh(user?.id ?? null);
  useReportTimeZone(user);
  return null;
}

/** A link to the signed-in user's profile, or to sign up. */
export function SessionAccount() {
  return (
    <Session>
      <AccountLink />
    </Session>
  );
}

function AccountLink() {
  const user = useUser();
  if (user === undefined) return <AccountPlaceholder />;
  return user ? <AvatarLink user={user} /> : <SignUpLink />;
}
