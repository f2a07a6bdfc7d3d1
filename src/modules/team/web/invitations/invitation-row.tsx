import { InvitationActions } from "#modules/sign-in/web/public/invitation-actions.tsx";
import type { TeamInvitation } from "#modules/team/contract/team.ts";
import { Avatar } from "#ui/avatar.tsx";
import { Badge } from "#ui/badge.tsx";
import { Moment } from "#ui/timecode.tsx";

import { rightsText } from "../members/rights.ts";

/** An invitation to the user's team that was not accepted. */
export function InvitationRow({ invitation }: { invitation: TeamInvitation }) {
  const { name, kind, state, person, expiresAt, createdAt } = invitation;
  const pending = state === "pending";
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 border-b py-4">
      <div className="flex min-w-0 flex-1 basis-60 items-start gap-3">
        <Avatar name={person?.name ?? name} src={person?.profileImgUrl} size={40} />
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
            <bdi className="wrap-anywhere">{person?.name ?? name}</bdi>
            <Badge tone={pending ? "amber" : "plain"}>{pending ? "invited" : state}</Badge>
            <Badge>{kind}</Badge>
          </p>
          <p className="mt-1 flex flex-wrap gap-x-4 text-sm text-soft">
            <span>{rightsText(invitation)}</span>
            <span className="flex gap-1.5">
              {pending ? "Expires" : "Invited"} <Moment at={new Date(pending ? expiresAt : createdAt)} />
            </span>
          </p>
        </div>
      </div>
      {pending && (
        <InvitationActions
          invitation={invitation}
          consequence={
            <>
              <bdi>{name}</bdi> can no longer accept it.
            </>
          }
        />
      )}
    </li>
  );
}
