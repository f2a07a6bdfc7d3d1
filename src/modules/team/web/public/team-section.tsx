import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";

import { SettingsSection } from "#modules/sign-in/web/public/settings-section.tsx";
import { Button } from "#ui/button.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { Skeleton, SkeletonGroup } from "#ui/skeleton.tsx";

import { InvitationRow } from "../invitations/invitation-row.tsx";
import { InviteMemberForm } from "../invitations/invite-member-form.tsx";
import { ManagerRow } from "../members/manager-row.tsx";
import { RequiredApprovals } from "../members/required-approvals.tsx";
import { TeamOverview } from "../members/team-overview.tsx";
import { teamQuery } from "../queries.ts";

/** The creator's team: managers with their rights, invitations, a form for a new one, and the list of editors. */
export function TeamSection({ editors }: { editors: ReactNode }) {
  return (
    <SettingsSection
      title="Members"
      description="Managers act for you with the rights you give them. Editors get tasks from you."
    >
      <Members />
      {editors}
    </SettingsSection>
  );
}

function Members() {
  const [inviting, setInviting] = useState(false);
  const { data, error, isFetching, refetch } = useQuery(teamQuery);
  if (error && !data) {
    return <ErrorState message={error} onRetry={() => void refetch()} retrying={isFetching} />;
  }
  if (!data) {
    return (
      <SkeletonGroup label="Loading your team">
        <Skeleton className="h-12" />
      </SkeletonGroup>
    );
  }
  const { members, invitations } = data;
  const managers = members.filter(({ kind }) => kind === "manager");
  const empty = members.length + invitations.length === 0;
  return (
    <>
      {empty && !inviting && (
        <p className="mb-4 text-soft">
          You work alone. Invite a manager to create tasks, review or publish for you, or an editor you work
          with regularly. No one sees your tasks before they accept.
        </p>
      )}
      {inviting && <InviteMemberForm onDone={() => setInviting(false)} />}
      {!inviting && <Button onClick={() => setInviting(true)}>Invite to your team</Button>}
      {managers.length + invitations.length > 0 && (
        <ul className="mt-6 border-t" aria-label="Managers and invitations">
          {managers.map((member) => (
            <ManagerRow key={member.person.id} member={member} />
          ))}
          {invitations.map((invitation) => (
            <InvitationRow key={invitation.id} invitation={invitation} />
          ))}
        </ul>
      )}
      <RequiredApprovals managers={managers} />
      {members.length > 0 && <TeamOverview members={members} />}
    </>
  );
}
