import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";

import { missingReason, supportsPasskeys } from "#core/web/secure-context.ts";
import { useAction, useChange } from "#core/web/use-change.ts";
import { type Passkey, passkeyEndpoints } from "#modules/sign-in/contract/passkeys.ts";
import { AlertDialog } from "#ui/alert-dialog.tsx";
import { Button } from "#ui/button.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { Skeleton, SkeletonGroup } from "#ui/skeleton.tsx";
import { Moment } from "#ui/timecode.tsx";

import { PasskeyError } from "../passkeys/passkey-error.tsx";
import { addPasskey, passkeysQuery } from "../passkeys/passkeys.ts";
import { SettingsSection } from "./settings-section.tsx";

/** Lists, adds and removes passkeys. */
export function PasskeysSection() {
  return (
    <SettingsSection
      title="Passkeys"
      description="Log in with your fingerprint, face or device PIN instead of a password."
    >
      <Passkeys />
      {supportsPasskeys() ? (
        <AddPasskey />
      ) : (
        <p className="mt-4 text-sm text-soft">{missingReason("passkeys")}</p>
      )}
    </SettingsSection>
  );
}

function Passkeys() {
  const { data, error, isFetching, refetch } = useQuery(passkeysQuery);
  if (!data) {
    if (!error) return <Waiting />;
    return <ErrorState message={error} onRetry={() => void refetch()} retrying={isFetching} />;
  }
  if (data.length === 0) return <p className="text-soft">No passkeys yet</p>;
  return (
    <ul>
      {data.map((passkey) => (
        <PasskeyRow key={passkey.id} passkey={passkey} />
      ))}
    </ul>
  );
}

function PasskeyRow({ passkey }: { passkey: Passkey }) {
  const { id, name, createdAt, lastUsedAt } = passkey;
  const [confirming, setConfirming] = useState(false);
  const remove = useChange(passkeyEndpoints.removePasskey, {
    fallback: "Failed to remove the passkey",
    successToast: true,
    refetch: [passkeysQuery.queryKey],
    onSettled: () => setConfirming(false),
  });
  return (
    <li className="flex items-center justify-between gap-4 border-b py-4 first:pt-0">
      <div className="min-w-0">
        <p className="font-medium break-words">{name}</p>
        <p className="mt-1 flex flex-wrap gap-x-4 text-sm text-soft">
          <span>
            Added <Moment at={new Date(createdAt)} />
          </span>
          <span>
            {lastUsedAt ? (
              <>
                Last used <Moment at={new Date(lastUsedAt)} />
              </>
            ) : (
              "Not used yet"
            )}
          </span>
        </p>
      </div>
      <Button aria-label={`Remove ${name}`} onClick={() => setConfirming(true)}>
        Remove
      </Button>
      <AlertDialog
        open={confirming}
        onOpenChange={setConfirming}
        title={`Remove the passkey “${name}”?`}
        description="You will no longer be able to log in with it. To remove it from your device, delete it there too."
        confirmLabel="Remove"
        tone="danger"
        busy={remove.isPending && "Removing..."}
        onConfirm={() => remove.mutate({ params: { id } })}
      />
    </li>
  );
}

function AddPasskey() {
  const add = useAction(addPasskey, {
    errorToast: false,
    refetch: [passkeysQuery.queryKey],
    onSuccess: ({ message }) => toast.success(message),
  });
  return (
    <>
      <Button
        className="mt-4"
        busy={add.isPending && "Waiting for your browser..."}
        onClick={() => add.mutate()}
      >
        Add a passkey
      </Button>
      <PasskeyError error={add.error} cancelled="No passkey was added." />
    </>
  );
}

function Waiting() {
  return (
    <SkeletonGroup label="Loading your passkeys">
      <span className="flex items-center justify-between gap-4 border-b pb-4">
        <span className="flex flex-1 flex-col gap-2">
          <Skeleton className="h-5 w-2/5" />
          <Skeleton className="h-4 w-3/5" />
        </span>
        <Skeleton className="h-10 w-24" />
      </span>
    </SkeletonGroup>
  );
}
