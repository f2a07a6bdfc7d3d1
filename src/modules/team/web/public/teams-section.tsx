import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";

import { useChange } from "#core/web/use-change.ts";
import { useLoadingError } from "#core/web/use-loading-error.ts";
import { PersonLink } from "#modules/people/web/public/person-link.tsx";
import { SettingsSection } from "#modules/sign-in/web/public/settings-section.tsx";
import { type JoinedTeam, type ReceivedInvitation, teamEndpoints } from "#modules/team/contract/team.ts";
import { AlertDialog } from "#ui/alert-dialog.tsx";
import { Avatar } from "#ui/avatar.tsx";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { Moment } from "#ui/timecode.tsx";

import { rightsText } from "../members/rights.ts";
import { teamsQuery } from "../queries.ts";

/** The teams to which the user belongs, and invitations to others; nothing without any. */
export function TeamsSection() {
  const loaded = useQuery(teamsQuery);
  const { data, isFetching, refetch } = loaded;
  const error = useLoadingError(loaded);
  if (!error && (!data || data.teams.length + data.invitations.length === 0)) return null;
  return (
    <SettingsSection title="Teams" description="Creators you work for, and their invitations.">
      {error && <ErrorState message={error} onRetry={() => void refetch()} retrying={isFetching} />}
      {!error && data && (
        <ul className="border-t">
          {data.invitations.map((invitation) => (
            <Invitation key={invitation.id} invitation={invitation} />
          ))}
          {data.teams.map((team) => (
            <Membership key={team.creator.id} team={team} />
          ))}
        </ul>
      )}
    </SettingsSection>
  );
}

function Invitation({ invitation }: { invitation: ReceivedInvitation }) {
  const { id, creator, kind, expiresAt } = invitation;
  const accept = useChange(teamEndpoints.acceptTeamInvitation, {
    fallback: "The invitation couldn't be accepted. Try again.",
    successToast: true,
  });
  const decline = useChange(teamEndpoints.declineTeamInvitation, {
    fallback: "The invitation couldn't be declined. Try again.",
    successToast: true,
  });
  const busy = accept.isPending || decline.isPending;
  return (
    <TeamRow
      team={invitation}
      label={`invited as ${kind}`}
      tone={creator.suspended ? "plain" : "amber"}
      time={
        creator.suspended ? (
          "Their account is suspended. You can accept once it's restored."
        ) : (
          <Time label="Expires" at={expiresAt} />
        )
      }
    >
      <span className="flex flex-wrap gap-2">
        {!creator.suspended && (
          <Button
            size="small"
            variant="primary"
            aria-label={`Accept the invitation of ${creator.name}`}
            busy={accept.isPending && "Accepting..."}
            disabled={busy}
            onClick={() => accept.mutate({ params: { id } })}
          >
            Accept
          </Button>
        )}
        <Button
          size="small"
          aria-label={`Decline the invitation of ${creator.name}`}
          busy={decline.isPending && "Declining..."}
          disabled={busy}
          onClick={() => decline.mutate({ params: { id } })}
        >
          Decline
        </Button>
      </span>
    </TeamRow>
  );
}

function Membership({ team }: { team: JoinedTeam }) {
  const { creator, kind, memberSince, editorNotes } = team;
  const [confirming, setConfirming] = useState(false);
  const leave = useChange(teamEndpoints.leaveTeam, {
    fallback: "You couldn't leave the team. Try again.",
    successToast: true,
    onSettled: () => setConfirming(false),
  });
  return (
    <TeamRow team={team} label={kind} tone="plain" time={<Time label="Member since" at={memberSince} />}>
      <Button
        size="small"
        aria-label={`Leave the team of ${creator.name}`}
        onClick={() => setConfirming(true)}
      >
        Leave
      </Button>
      <AlertDialog
        open={confirming}
        onOpenChange={setConfirming}
        title={`Leave the team of ${creator.name}?`}
        description={
          kind === "manager"
            ? "You lose access to their tasks immediately. They can invite you again."
            : "Tasks that are assigned to you stay yours. They can invite you again."
        }
        confirmLabel="Leave"
        tone="danger"
        busy={leave.isPending && "Leaving..."}
        onConfirm={() => leave.mutate({ params: { personId: creator.id } })}
      />
      {editorNotes.length > 0 && (
        <ul aria-label={`Notes about the editors of ${creator.name}`} className="basis-full pl-13 text-sm">
          {editorNotes.map(({ person, note }) => (
            <li key={person.id} className="mt-1 wrap-anywhere whitespace-pre-line text-soft">
              <PersonLink person={person} inText />: {note}
            </li>
          ))}
        </ul>
      )}
    </TeamRow>
  );
}

function Time({ label, at }: { label: string; at: string }) {
  return (
    <span className="flex gap-1.5">
      {label} <Moment at={new Date(at)} />
    </span>
  );
}

interface TeamRowProps {
  team: JoinedTeam | ReceivedInvitation;
  label: string;
  tone: "amber" | "plain";
  time: ReactNode;
  /** The actions. */
  children: ReactNode;
}

function TeamRow({ team, label, tone, time, children }: TeamRowProps) {
  const { creator } = team;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 border-b py-4">
      <span className="flex min-w-0 flex-1 basis-60 items-start gap-3">
        <Avatar name={creator.name} src={creator.profileImgUrl} size={40} />
        <span className="min-w-0">
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <PersonLink person={creator} />
            <Badge tone={tone}>{label}</Badge>
          </span>
          <span className="mt-1 flex flex-wrap gap-x-4 text-sm text-soft">
            <span>{rightsText(team)}</span>
            {time}
          </span>
        </span>
      </span>
      {children}
    </li>
  );
}
