import { useState } from "react";

import { useChange } from "#core/web/use-change.ts";
import { invitationEndpoints } from "#modules/sign-in/contract/invitations.ts";
import { CopyLink } from "#modules/sign-in/web/public/copy-link.tsx";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { LazyAlertDialog } from "#ui/lazy-alert-dialog.tsx";
import { Moment } from "#ui/timecode.tsx";

import type { TeamInvitation } from "../contract.ts";
import { workOf } from "./rights.ts";

/** An invitation to the user's team that was not accepted. */
export function InvitationRow({ invitation }: { invitation: TeamInvitation }) {
  const { id, name, kind, state, path, person, expiresAt, createdAt } = invitation;
  const [confirming, setConfirming] = useState(false);
  const revoke = useChange(invitationEndpoints.revokeInvitation, {
    fallback: "The invitation couldn't be revoked. Try again.",
    successToast: true,
    onSettled: () => setConfirming(false),
  });
  const pending = state === "pending";
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 border-b py-4">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
          <bdi className="break-all">{person?.name ?? name}</bdi>
          <Badge tone={pending ? "amber" : "plain"}>{pending ? "invited" : state}</Badge>
          <Badge>{kind}</Badge>
        </p>
        <p className="mt-1 flex flex-wrap gap-x-4 text-sm text-soft">
          <span>{workOf(invitation)}</span>
          <span className="flex gap-1.5">
            {pending ? "Expires" : "Invited"} <Moment at={new Date(pending ? expiresAt : createdAt)} />
          </span>
        </p>
      </div>
      {pending && (
        <div className="flex flex-wrap gap-2">
          {path !== null && <CopyLink path={path} />}
          <Button
            size="small"
            aria-label={`Revoke the invitation of ${name}`}
            onClick={() => setConfirming(true)}
          >
            Revoke
          </Button>
        </div>
      )}
      <LazyAlertDialog
        open={confirming}
        onOpenChange={setConfirming}
        title="Revoke this invitation?"
        description={
          <>
            <bdi>{name}</bdi> can&rsquo;t accept it any more.
          </>
        }
        confirmLabel="Revoke"
        tone="danger"
        busy={revoke.isPending && "Revoking..."}
        onConfirm={() => revoke.mutate({ params: { id } })}
      />
    </li>
  );
}
