import { useState } from "react";

import { useChange } from "#core/web/use-change.ts";
import { teamEndpoints, type TeamMember } from "#modules/team/contract/team.ts";
import { publishAgreementText } from "#modules/team/rules/team.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";

import { RightsFields } from "./rights-fields.tsx";

/** Changes the rights of a manager. Giving the right to publish sends the agreement that the dialog shows. */
export function RightsDialog({ member, onClose }: { member: TeamMember; onClose: () => void }) {
  const { person } = member;
  const [rights, setRights] = useState(member.rights);
  const save = useChange(teamEndpoints.changeMember, {
    fallback: "The rights couldn't be saved. Try again.",
    successToast: true,
    onSuccess: onClose,
  });
  const agrees = rights.includes("publish") && !member.rights.includes("publish");
  return (
    <Dialog
      open
      onOpenChange={onClose}
      locked={save.isPending}
      title={`Rights of ${person.name}`}
      description="Changes apply immediately."
      footer={
        <>
          <Button onClick={onClose} disabled={save.isPending}>
            Cancel
          </Button>
          <Button
            variant="primary"
            busy={save.isPending && "Saving..."}
            onClick={() =>
              save.mutate({
                params: { personId: person.id },
                body: {
                  rights,
                  ...(agrees && { publishAgreement: publishAgreementText }),
                },
              })
            }
          >
            {agrees ? "Agree and save" : "Save"}
          </Button>
        </>
      }
    >
      <RightsFields rights={rights} onChange={setRights} disabled={save.isPending} />
    </Dialog>
  );
}
