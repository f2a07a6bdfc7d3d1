import { useState } from "react";

import { useChange } from "#core/web/use-change.ts";
import { PersonLink } from "#modules/people/web/public/person-link.tsx";
import { teamEndpoints, type TeamMember } from "#modules/team/contract/team.ts";
import { AlertDialog } from "#ui/alert-dialog.tsx";
import { Avatar } from "#ui/avatar.tsx";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Moment } from "#ui/timecode.tsx";

import { RightsDialog } from "./rights-dialog.tsx";
import { rightsText } from "./rights.ts";

/** A manager of the user, with their rights and the actions on them. */
export function ManagerRow({ member }: { member: TeamMember }) {
  const { person, kind, memberSince, publishAgreementAt } = member;
  const [open, setOpen] = useState<"rights" | "removal" | null>(null);
  const remove = useChange(teamEndpoints.removeMember, {
    fallback: "The member couldn't be removed. Try again.",
    successToast: true,
    onSettled: () => setOpen(null),
  });
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 border-b py-4">
      <span className="flex min-w-0 flex-1 basis-72 items-start gap-3">
        <Avatar name={person.name} src={person.profileImgUrl} size={40} />
        <span className="min-w-0">
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <PersonLink person={person} />
            <Badge>{kind}</Badge>
          </span>
          <span className="mt-1 flex flex-wrap gap-x-4 text-sm text-soft">
            <span>
              {rightsText(member)}
              {member.approvalRequired && ", approval required"}
            </span>
            {publishAgreementAt !== null && (
              <span className="flex gap-1.5">
                You agreed to publishing <Moment at={new Date(publishAgreementAt)} />
              </span>
            )}
            <span className="flex gap-1.5">
              Member since <Moment at={new Date(memberSince)} />
            </span>
          </span>
        </span>
      </span>
      <span className="flex flex-wrap gap-2">
        <Button size="small" aria-label={`Change rights of ${person.name}`} onClick={() => setOpen("rights")}>
          Change rights
        </Button>
        <Button size="small" aria-label={`Remove ${person.name}`} onClick={() => setOpen("removal")}>
          Remove
        </Button>
      </span>
      {open === "rights" && <RightsDialog member={member} onClose={() => setOpen(null)} />}
      <AlertDialog
        open={open === "removal"}
        onOpenChange={(shown) => setOpen(shown ? "removal" : null)}
        title={`Remove ${person.name} from your team?`}
        description="They lose access to your tasks immediately. What they did stays in the history."
        confirmLabel="Remove"
        tone="danger"
        busy={remove.isPending && "Removing..."}
        onConfirm={() => remove.mutate({ params: { personId: person.id } })}
      />
    </li>
  );
}
