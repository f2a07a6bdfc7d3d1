import { useState } from "react";

import { useChange } from "#core/web/use-change.ts";
import {
  type AdministeredInvitation,
  operatorInvitationEndpoints,
} from "#modules/operators/contract/invitations.ts";
import { CopyLink } from "#modules/sign-in/web/public/copy-link.tsx";
import { invitationTones } from "#modules/sign-in/web/public/invitation-tones.ts";
import { useUser } from "#modules/sign-in/web/public/session.tsx";
import { AlertDialog } from "#ui/alert-dialog.tsx";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { formatMoment } from "#ui/format.ts";

import type { Column } from "../data-table.tsx";
import { allInvitationsKey, logKey } from "../query-keys.ts";
import { presetRoleName, roleNames } from "../texts.ts";

const stateNames = {
  pending: "Pending",
  accepted: "Accepted",
  declined: "Declined",
  revoked: "Revoked",
  expired: "Expired",
} as const;

export const invitationColumns: readonly Column<AdministeredInvitation>[] = [
  { label: "Invited", wide: true, cell: (invitation) => <Invited invitation={invitation} /> },
  {
    label: "Role",
    from: "sm",
    cell: ({ role }) => <span className="whitespace-nowrap">{presetRoleName(role)}</span>,
  },
  {
    label: "Invited by",
    from: "md",
    cell: ({ inviter }) => <bdi className="whitespace-nowrap">{inviterName(inviter)}</bdi>,
  },
  {
    label: "Expires",
    from: "sm",
    cell: ({ state, expiresAt }) => (
      <span className="font-mono whitespace-nowrap text-soft">
        {state === "pending" ? formatMoment(new Date(expiresAt)) : "–"}
      </span>
    ),
  },
  { label: "Actions", hideLabel: true, cell: (invitation) => <Actions invitation={invitation} /> },
];

function inviterName(inviter: AdministeredInvitation["inviter"]): string {
  return inviter?.name ?? "Requested by email";
}

function recipientName({ email, name }: Pick<AdministeredInvitation, "email" | "name">): string {
  return email ?? (name === null ? "Link" : `Link for ${name}`);
}

function Invited({ invitation }: { invitation: AdministeredInvitation }) {
  const { state, acceptedBy, inviter, role, expiresAt } = invitation;
  const suspended = state === "pending" && inviter?.suspended === true;
  return (
    <>
      <span className="flex min-w-0 flex-wrap items-center gap-x-2">
        <bdi className="min-w-0 font-medium break-words">{recipientName(invitation)}</bdi>
        <Badge tone={suspended ? "plain" : invitationTones[state]} className="shrink-0">
          {suspended ? "Inviter suspended" : stateNames[state]}
        </Badge>
      </span>
      {acceptedBy && (
        <span className="block text-xs break-words text-soft">
          Accepted by <bdi>{acceptedBy.name}</bdi>
        </span>
      )}
      <span className="block text-xs break-words text-soft md:hidden">
        {inviter ? (
          <>
            By <bdi>{inviter.name}</bdi>
          </>
        ) : (
          inviterName(inviter)
        )}
        <span className="sm:hidden">
          {role !== null && ` · ${roleNames[role]}`}
          {state === "pending" && ` · expires ${formatMoment(new Date(expiresAt))}`}
        </span>
      </span>
    </>
  );
}

/** The subject of a sentence about the link of an invitation. */
function InvitationLink({ invitation: { email, name } }: { invitation: AdministeredInvitation }) {
  const recipient = email ?? name;
  if (recipient === null) return "The link";
  return (
    <>
      The link {email === null ? "for" : "sent to"} <bdi>{recipient}</bdi>
    </>
  );
}

function Actions({ invitation }: { invitation: AdministeredInvitation }) {
  const { id, state, path, inviter } = invitation;
  const isOwn = useUser()?.id === inviter?.id;
  const [confirming, setConfirming] = useState(false);
  const revoke = useChange(operatorInvitationEndpoints.revokeAnyInvitation, {
    fallback: "The invitation couldn't be revoked. Try again.",
    successToast: true,
    refetch: [allInvitationsKey, logKey],
    onSettled: () => setConfirming(false),
  });
  if (state !== "pending") return null;
  const recipient = recipientName(invitation);
  return (
    <span className="flex flex-col items-end justify-end gap-1 whitespace-nowrap sm:flex-row sm:items-center">
      {path !== null && <CopyLink path={path} compact />}
      <Button
        size="small"
        variant="quiet"
        aria-label={`Revoke the invitation: ${recipient}`}
        onClick={() => setConfirming(true)}
      >
        Revoke
      </Button>
      <AlertDialog
        open={confirming}
        onOpenChange={setConfirming}
        title="Revoke this invitation?"
        description={
          <>
            <InvitationLink invitation={invitation} /> stops working immediately.
            {inviter !== null && (
              <>
                {" "}
                {isOwn ? (
                  "You"
                ) : (
                  <>
                    <bdi>{inviter.name}</bdi> sees that it was revoked, and
                  </>
                )}{" "}
                can invite the person again.
              </>
            )}
          </>
        }
        confirmLabel="Revoke"
        tone="danger"
        busy={revoke.isPending && "Revoking..."}
        onConfirm={() => revoke.mutate({ params: { invitationId: id } })}
      />
    </span>
  );
}
