import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { settingsPath } from "#core/paths.ts";
import { endpointQuery } from "#core/web/endpoint-query.ts";
import { useChange } from "#core/web/use-change.ts";
import { googleEndpoints, type GoogleAccount } from "#modules/sign-in/contract/google.ts";
import { AlertDialog } from "#ui/alert-dialog.tsx";
import { Button } from "#ui/button.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { Skeleton, SkeletonGroup } from "#ui/skeleton.tsx";
import { Moment } from "#ui/timecode.tsx";

import { GoogleButton } from "../google/google-button.tsx";
import { GoogleMark } from "../google/google-mark.tsx";
import { useUser } from "./session.tsx";
import { SettingsSection } from "./settings-section.tsx";

const googleQuery = endpointQuery({
  queryKey: ["google"],
  endpoint: googleEndpoints.google,
  input: {},
  fallback: "Failed to fetch your Google account",
});

/** Connects and disconnects the Google account. */
export function GoogleSection() {
  return (
    <SettingsSection
      title="Google"
      description="Log in with your Google account. This is separate from the channel you publish to."
    >
      <Google />
    </SettingsSection>
  );
}

function Google() {
  const user = useUser();
  const { data, error, isFetching, refetch } = useQuery(googleQuery);
  if (data === undefined) {
    if (!error) return <Waiting />;
    return <ErrorState message={error} onRetry={() => void refetch()} retrying={isFetching} />;
  }
  if (data) return <Connected account={data} />;
  const from = user ? settingsPath(user.role) : null;
  return (
    <div className="max-w-90">
      <GoogleButton active state={() => ({ role: null, from, connect: true })} />
    </div>
  );
}

function Connected({ account }: { account: GoogleAccount }) {
  const [confirming, setConfirming] = useState(false);
  const disconnect = useChange(googleEndpoints.disconnectGoogle, {
    fallback: "Failed to disconnect your Google account",
    successToast: true,
    refetch: [googleQuery.queryKey],
    onSettled: () => setConfirming(false),
  });
  return (
    <div className="flex flex-wrap items-center justify-between gap-4">
      <div className="flex min-w-0 items-start gap-3">
        <GoogleMark className="mt-0.5 size-5 shrink-0" />
        <div className="min-w-0">
          <p className="font-medium break-words">{account.email}</p>
          <p className="mt-1 text-sm text-soft">
            Connected <Moment at={new Date(account.connectedAt)} />
          </p>
        </div>
      </div>
      <Button onClick={() => setConfirming(true)}>Disconnect</Button>
      <AlertDialog
        open={confirming}
        onOpenChange={setConfirming}
        title="Disconnect your Google account?"
        description="You will no longer be able to log in with Google. You can connect it again at any time."
        confirmLabel="Disconnect"
        busy={disconnect.isPending && "Disconnecting..."}
        onConfirm={() => disconnect.mutate()}
      />
    </div>
  );
}

function Waiting() {
  return (
    <SkeletonGroup label="Loading your Google account">
      <span className="flex items-center justify-between gap-4">
        <span className="flex flex-1 flex-col gap-2">
          <Skeleton className="h-5 w-2/5" />
          <Skeleton className="h-4 w-1/4" />
        </span>
        <Skeleton className="h-10 w-28" />
      </span>
    </SkeletonGroup>
  );
}
