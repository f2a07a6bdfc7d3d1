import { zodResolver } from "@hookform/resolvers/zod";
import { useForm, useWatch } from "react-hook-form";
import { z } from "zod";

import { useChange } from "#core/web/use-change.ts";
import { invitationEndpoints } from "#modules/sign-in/contract/invitations.ts";
import { invitee } from "#modules/sign-in/contract/invitee.ts";
import { Button } from "#ui/button.tsx";
import { RadioCards } from "#ui/radio-cards.tsx";
import { TextField } from "#ui/text-field.tsx";

import { FormError } from "../form-error.tsx";

const values = z
  .object({ way: z.enum(["email", "link"]), text: z.string() })
  .superRefine((typed, context) => {
    const message = invitee.safeParse(inviteeIn(typed)).error?.issues[0]?.message;
    if (message !== undefined) context.addIssue({ code: "custom", path: ["text"], message });
  });
type Typed = { way: "email" | "link"; text: string };

const inviteeIn = ({ way, text }: Typed) => (way === "email" ? { email: text } : { name: text });

const ways = [
  { value: "email", label: "Send an email", description: "We send the invitation." },
  { value: "link", label: "Create a link", description: "You send it yourself." },
];

/** Invites an editor without a task. */
export function InviteForm({ onDone }: { onDone: () => void }) {
  const form = useForm<Typed>({ resolver: zodResolver(values), defaultValues: { way: "email", text: "" } });
  const { register, control, handleSubmit, formState, clearErrors } = form;
  const byEmail = useWatch({ control, name: "way" }) === "email";
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
        options={ways}
        {...register("way", { onChange: () => clearErrors() })}
      />
      <TextField
        label={byEmail ? "Email of the editor" : "Name of the editor"}
        type={byEmail ? "email" : "text"}
        autoComplete="off"
        hint={byEmail ? undefined : "Only you see the name."}
        error={formState.errors.text?.message}
        {...register("text")}
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
