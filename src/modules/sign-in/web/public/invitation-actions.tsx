import { type ReactNode, useState } from "react";

import { useChange } from "#core/web/use-change.ts";
import { type Invitation, invitationEndpoints } from "#modules/sign-in/contract/invitations.ts";
import { AlertDialog } from "#ui/alert-dialog.tsx";
import { Button } from "#ui/button.tsx";

import { CopyLink } from "./copy-link.tsx";

interface InvitationActionsProps {
  invitation: Pick<Invitation, "id" | "name" | "path">;
  /** Consequence of revoking it, for the question. */
  consequence: ReactNode;
}

/** Copies the link of the user's pending invitation, and revokes it after a question. */
export function InvitationActions({ invitation: { id, name, path }, consequence }: InvitationActionsProps) {
  const [confirming, setConfirming] = useState(false);
  const revoke = useChange(invitationEndpoints.revokeInvitation, {
    fallback: "The invitation couldn't be revoked. Try again.",
    successToast: true,
    onSettled: () => setConfirming(false),
  });
  return (
    <div className="flex flex-wrap gap-2">
      {path !== null && <CopyLink path={path} />}
      <Button
        size="small"
        aria-label={`Revoke the invitation of ${name}`}
        onClick={() => setConfirming(true)}
      >
        Revoke
      </Button>
      <AlertDialog
        open={confirming}
        onOpenChange={setConfirming}
        title="Revoke this invitation?"
        description={consequence}
        confirmLabel="Revoke"
        tone="danger"
        busy={revoke.isPending && "Revoking..."}
        onConfirm={() => revoke.mutate({ params: { id } })}
      />
    </div>
  );
}
