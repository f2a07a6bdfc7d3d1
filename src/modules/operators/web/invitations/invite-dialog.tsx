import { zodResolver } from "@hookform/resolvers/zod";
import { useForm, useWatch } from "react-hook-form";
import type { z } from "zod";

import { useChange } from "#core/web/use-change.ts";
import { operatorInvitationEndpoints } from "#modules/operators/contract/invitations.ts";
import { chosenRole } from "#modules/people/contract/people.ts";
import { inviteeFields, inviteeIn, inviteMethods } from "#modules/sign-in/web/public/invitee-fields.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { RadioCards } from "#ui/radio-cards.tsx";
import { SelectField } from "#ui/select-field.tsx";
import { TextField } from "#ui/text-field.tsx";

import { allInvitationsKey, logKey } from "../query-keys.ts";
import { roleNames } from "../texts.ts";

const values = inviteeFields.safeExtend({ role: chosenRole });
type Typed = z.output<typeof values>;

const roles = chosenRole.options.map((value) => ({ value, label: roleNames[value] }));

/** Invites a person by email, or with a link that can be copied from the list afterwards. */
export function InviteDialog({
  open,
  onOpenChange,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const form = useForm<Typed>({
    resolver: zodResolver(values),
    defaultValues: { method: "email", invitee: "", role: "EDITOR" },
  });
  const { register, control, handleSubmit, formState, clearErrors } = form;
  const byEmail = useWatch({ control, name: "method" }) === "email";
  const invite = useChange(operatorInvitationEndpoints.inviteUser, {
    fallback: "The invitation couldn't be created. Try again.",
    successToast: true,
    refetch: [allInvitationsKey, logKey],
    form,
    onSuccess: () => onOpenChange(false),
  });
  const submit = ({ role, ...typed }: Typed) => invite.mutate({ body: { role, invitee: inviteeIn(typed) } });
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Invite a person">
      <form noValidate className="flex flex-col gap-5" onSubmit={(event) => void handleSubmit(submit)(event)}>
        <RadioCards
          label="Invitation"
          options={inviteMethods}
          {...register("method", { onChange: () => clearErrors() })}
        />
        <TextField
          label={byEmail ? "Email" : "Name"}
          type={byEmail ? "email" : "text"}
          autoComplete="off"
          hint={
            byEmail
              ? "The link works once and expires after 7 days."
              : "Only you see the name. The link works once and expires after 7 days."
          }
          error={formState.errors.invitee?.message}
          {...register("invitee")}
        />
        <SelectField label="Role" options={roles} {...register("role")} />
        <div className="flex justify-end gap-2">
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button type="submit" variant="primary" busy={invite.isPending && "Inviting..."}>
            {byEmail ? "Send invitation" : "Create link"}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
