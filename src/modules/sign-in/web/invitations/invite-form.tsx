import { zodResolver } from "@hookform/resolvers/zod";
import { useForm, useWatch } from "react-hook-form";

import { useChange } from "#core/web/use-change.ts";
import { invitationEndpoints } from "#modules/sign-in/contract/invitations.ts";
import { Button } from "#ui/button.tsx";
import { RadioCards } from "#ui/radio-cards.tsx";
import { TextField } from "#ui/text-field.tsx";

import { FormError } from "../form-error.tsx";
import { inviteeFields, inviteeIn, inviteMethods } from "../public/invitee-fields.ts";

/** Invites an editor without a task. */
export function InviteForm({ onDone }: { onDone: () => void }) {
  const form = useForm({
    resolver: zodResolver(inviteeFields),
    defaultValues: { method: "email" as const, invitee: "" },
  });
  const { register, control, handleSubmit, formState, clearErrors } = form;
  const byEmail = useWatch({ control, name: "method" }) === "email";
  const invite = useChange(invitationEndpoints.invite, {
    fallback: "The invitation couldn't be created. Try again.",
    errorToast: false,
    successToast: true,
    onSuccess: onDone,
  });
  return (
    <form
      noValidate
      aria-label="Invite an editor"
      className="flex max-w-120 flex-col gap-5"
      onSubmit={(event) => void handleSubmit((typed) => invite.mutate({ body: inviteeIn(typed) }))(event)}
      onChange={() => invite.isError && invite.reset()}
    >
      <RadioCards
        label="Invite an editor"
        options={inviteMethods}
        {...register("method", { onChange: () => clearErrors() })}
      />
      <TextField
        label={byEmail ? "Email of the editor" : "Name of the editor"}
        type={byEmail ? "email" : "text"}
        autoComplete="off"
        hint={byEmail ? undefined : "Only you see the name."}
        error={formState.errors.invitee?.message}
        {...register("invitee")}
      />
      <FormError error={invite.error} />
      <div className="flex gap-3">
        <Button type="submit" variant="primary" busy={invite.isPending && "Inviting..."}>
          {byEmail ? "Send invitation" : "Create link"}
        </Button>
        <Button variant="quiet" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
