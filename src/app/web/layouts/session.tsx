import { QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";

import { UploadBar } from "#modules/media/web/public/upload-bar.tsx";
import { useUploads } from "#modules/media/web/public/uploads.ts";
import { AvatarLink } from "#modules/people/web/public/avatar-link.tsx";
import { SettingsLink } from "#modules/people/web/public/settings-link.tsx";
import { Palette } from "#modules/profiles/web/public/palette.tsx";
import { useUser } from "#modules/sign-in/web/public/session.tsx";
import { useReportTimeZone } from "#modules/sign-in/web/public/use-report-time-zone.ts";
import { Toaster } from "#ui/toaster.tsx";

import { useLogOut } from "../log-out.tsx";
import { queryClient } from "../query-client.ts";
import { useRealtimeRefresh } from "../use-realtime-refresh.ts";
import { useUpdatePrompt } from "../use-update-prompt.ts";
import { BackgroundServices } from "./background-services.ts";
import { AccountPlaceholder, SignInLinks } from "./sign-in-links.tsx";
import "../storage-keys.ts";

/** Gives its children the app's query cache. */
export function Session({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}

/** Keeps the queries of a signed-in user fresh, reports their time zone, has the command palette and shows toasts. */
export function SessionServices() {
  return (
    <Session>
      <UserServices />
      <Toaster />
    </Session>
  );
}

function UserServices() {
  const user = useUser();
  useUpdatePrompt(Boolean(user));
  const { askToLogOut, logOutDialog } = useLogOut();
  useRealtimeRefresh(user && user.id);
  useReportTimeZone(user);
  const uploading = useUploads(({ uploads }) => uploads.length > 0);
  if (!user) return null;
  return (
    <>
      <BackgroundServices userId={user.id} />
      {uploading && <UploadBar />}
      <Palette user={user} onLogOut={askToLogOut} />
      {logOutDialog}
    </>
  );
}

/** Links to the signed-in user's settings and profile, or to log in and sign up. */
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
  if (user === null) return <SignInLinks />;
  return (
    <>
      <SettingsLink user={user} />
      <AvatarLink user={user} />
    </>
  );
}
