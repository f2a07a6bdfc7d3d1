import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { settingsPath } from "#core/paths.ts";
import { endpointQuery } from "#core/web/endpoint-query.ts";
import { useChange } from "#core/web/use-change.ts";
import {
  type ConnectedIdentity,
  identityEndpoints,
  type ProviderKey,
} from "#modules/sign-in/contract/identities.ts";
import { AlertDialog } from "#ui/alert-dialog.tsx";
import { Button } from "#ui/button.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { Skeleton, SkeletonGroup } from "#ui/skeleton.tsx";
import { Moment } from "#ui/timecode.tsx";

import { IdentityButton } from "../identities/identity-button.tsx";
import { ProviderMark } from "../identities/provider-mark.tsx";
import { providerName } from "../identities/provider-name.ts";
import { useUser } from "./session.tsx";
import { SettingsSection } from "./settings-section.tsx";
import { signInOptions } from "./sign-in-options.ts";

const identitiesQuery = endpointQuery({
  queryKey: ["identities"],
  endpoint: identityEndpoints.identities,
  input: {},
  fallback: "Failed to fetch your connected accounts",
});

/** Connects and disconnects the accounts at the identity providers of this server. */
export function IdentitySections() {
  const { google, singleSignOn } = signInOptions();
  return (
    <>
      {google && (
        <SettingsSection
          title="Google"
          description="Log in with your Google account. This is separate from the channel you publish to."
        >
          <Identity provider="google" />
        </SettingsSection>
      )}
      {singleSignOn && (
        <SettingsSection
          title="Single sign-on"
          description={`Log in with your account at ${singleSignOn.name}.`}
        >
          <Identity provider="oidc" />
        </SettingsSection>
      )}
    </>
  );
}

function Identity({ provider }: { provider: ProviderKey }) {
  const user = useUser();
  const { data, error, isFetching, refetch } = useQuery(identitiesQuery);
  if (data === undefined) {
    if (!error) return <Waiting />;
    return <ErrorState message={error} onRetry={() => void refetch()} retrying={isFetching} />;
  }
  const connected = data.find((identity) => identity.provider === provider);
  if (connected) return <Connected identity={connected} />;
  const from = user ? settingsPath(user.role) : null;
  return (
    <div className="max-w-90">
      <IdentityButton
        verb="Connect"
        active
        provider={provider}
        state={() => ({ role: null, from, connect: true, invitation: null })}
      />
    </div>
  );
}

function Connected({ identity }: { identity: ConnectedIdentity }) {
  const { provider } = identity;
  const name = providerName(provider);
  const [confirming, setConfirming] = useState(false);
  const disconnect = useChange(identityEndpoints.disconnectIdentity, {
    fallback: `Failed to disconnect your ${name} account`,
    successToast: true,
    refetch: [identitiesQuery.queryKey],
    onSettled: () => setConfirming(false),
  });
  return (
    <div className="flex flex-wrap items-center justify-between gap-4">
      <div className="flex min-w-0 items-start gap-3">
        <ProviderMark provider={provider} className="mt-0.5 size-5 shrink-0" />
        <div className="min-w-0">
          <p className="font-medium break-words">{identity.email}</p>
          <p className="mt-1 text-sm text-soft">
            Connected <Moment at={new Date(identity.connectedAt)} />
          </p>
        </div>
      </div>
      <Button onClick={() => setConfirming(true)}>Disconnect</Button>
      <AlertDialog
        open={confirming}
        onOpenChange={setConfirming}
        title={`Disconnect your ${name} account?`}
        description={`You will no longer be able to log in with ${name}. You can connect it again at any time.`}
        confirmLabel="Disconnect"
        busy={disconnect.isPending && "Disconnecting..."}
        onConfirm={() => disconnect.mutate({ params: { provider } })}
      />
    </div>
  );
}

function Waiting() {
  return (
    <SkeletonGroup label="Loading your connected accounts">
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
