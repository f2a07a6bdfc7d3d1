import { useState } from "react";

import { useLoadingError } from "#core/web/use-loading-error.ts";
import type { Invitation } from "#modules/sign-in/contract/invitations.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { LoadMore } from "#ui/load-more.tsx";
import { Skeleton, SkeletonGroup } from "#ui/skeleton.tsx";
import { Moment } from "#ui/timecode.tsx";

import { InviteForm } from "../invitations/invite-form.tsx";
import { useInvitations } from "../invitations/use-invitations.ts";
import { InvitationActions } from "./invitation-actions.tsx";
import { invitationTones } from "./invitation-tones.ts";
import { SettingsSection } from "./settings-section.tsx";
import { signInOptions } from "./sign-in-options.ts";

/** The creator's invitations, and a form for a new one. */
export function InvitationsSection() {
  return (
    <SettingsSection
      title="Invitations"
      description="Editors you invite sign up or log in with the link. It works once and expires after 7 days."
    >
      <Invitations />
    </SettingsSection>
  );
}

function Invitations() {
  const [inviting, setInviting] = useState(false);
  const list = useInvitations();
  const error = useLoadingError(list);
  if (error) {
    return <ErrorState message={error} onRetry={() => void list.refetch()} retrying={list.isFetching} />;
  }
  if (!list.data) {
    return (
      <SkeletonGroup label="Loading your invitations">
        <Skeleton className="h-12" />
      </SkeletonGroup>
    );
  }
  const invitations = list.data.pages.flatMap((page) => page.data);
  const closed = signInOptions().signUp === "closed";
  return (
    <>
      {invitations.length === 0 && !inviting && (
        <p className="mb-4 text-soft">
          {closed
            ? "This server doesn't accept new accounts, so you can't invite anyone."
            : "You haven't invited anyone. You can also invite the editor of a new task in its form."}
        </p>
      )}
      {inviting && <InviteForm onDone={() => setInviting(false)} />}
      {!inviting && !closed && <Button onClick={() => setInviting(true)}>Invite an editor</Button>}
      {invitations.length > 0 && (
        <ul className="mt-6 border-t">
          {invitations.map((invitation) => (
            <InvitationRow key={invitation.id} invitation={invitation} />
          ))}
        </ul>
      )}
      <LoadMore
        hasMore={list.hasNextPage}
        loading={list.isFetchingNextPage}
        onLoad={() => void list.fetchNextPage()}
      />
    </>
  );
}

const labels = {
  pending: "waiting",
  accepted: "accepted",
  declined: "declined",
  revoked: "revoked",
  expired: "expired",
} as const;

function InvitationRow({ invitation }: { invitation: Invitation }) {
  const { name, state, subject, expiresAt, createdAt, acceptedBy } = invitation;
  const pending = state === "pending";
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 border-b py-4">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
          <bdi className="break-all">{name}</bdi>
          <Badge tone={invitationTones[state]}>{labels[state]}</Badge>
        </p>
        <p className="mt-1 flex flex-wrap gap-x-4 text-sm text-soft">
          {subject !== null && <bdi className="break-words">{subject}</bdi>}
          {acceptedBy ? (
            <span>
              Accepted by <bdi>{acceptedBy.name}</bdi>
            </span>
          ) : (
            <span className="flex gap-1.5">
              {pending ? "Expires" : "Created"} <Moment at={new Date(pending ? expiresAt : createdAt)} />
            </span>
          )}
        </p>
      </div>
      {pending && (
        <InvitationActions
          invitation={invitation}
          consequence={
            <>
              The link of <bdi>{name}</bdi> stops working immediately.
              {subject !== null && " Then choose another editor for the task, or invite one again."}
            </>
          }
        />
      )}
    </li>
  );
}
