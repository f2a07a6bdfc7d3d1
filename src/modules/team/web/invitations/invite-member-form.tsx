import { zodResolver } from "@hookform/resolvers/zod";
import { Controller, useForm, useWatch } from "react-hook-form";
import { z } from "zod";

import { useChange } from "#core/web/use-change.ts";
import { invitee } from "#modules/sign-in/contract/invitee.ts";
import { signInOptions } from "#modules/sign-in/web/public/sign-in-options.ts";
import { teamEndpoints } from "#modules/team/contract/team.ts";
import { managerRights, memberKinds, publishAgreementText } from "#modules/team/rules/team.ts";
import { Button } from "#ui/button.tsx";
import { RadioCards } from "#ui/radio-cards.tsx";
import { TextField } from "#ui/text-field.tsx";

import { RightsFields } from "../members/rights-fields.tsx";
import { UserPicker } from "../public/user-picker.tsx";

const values = z
  .object({
    kind: z.enum(memberKinds),
    way: z.enum(["username", "email", "name"]),
    username: z.string(),
    email: z.string(),
    name: z.string(),
    rights: z.array(z.enum(managerRights)),
  })
  .superRefine(({ way, ...typed }, context) => {
    const message =
      way === "username"
        ? typed.username === "" && "Choose a user."
        : invitee.safeParse({ [way]: typed[way] }).error?.issues[0]?.message;
    if (message) context.addIssue({ code: "custom", path: [way], message });
  });

const kinds = [
  { value: "manager", label: "Manager", description: "Acts for you: creates tasks, reviews or publishes." },
  { value: "editor", label: "Editor", description: "Gets tasks from you." },
];

const waysToAll = [
  { value: "username", label: "User of Reelay", description: "They accept in the app." },
  { value: "email", label: "Email", description: "We send the invitation." },
  { value: "name", label: "Link", description: "You send it yourself." },
];

function invitation({ kind, way, rights, ...typed }: z.output<typeof values>) {
  return {
    kind,
    [way]: typed[way],
    ...(kind === "manager" && { rights }),
    ...(kind === "manager" && rights.includes("publish") && { publishAgreement: publishAgreementText }),
  };
}

/** Invites a manager or an editor to the user's team. */
export function InviteMemberForm({ onDone }: { onDone: () => void }) {
  const form = useForm({
    resolver: zodResolver(values),
    defaultValues: {
      kind: "manager" as const,
      way: "username" as const,
      username: "",
      email: "",
      name: "",
      rights: ["create_tasks" as const, "review" as const],
    },
  });
  const { register, control, handleSubmit, formState, clearErrors } = form;
  const [kind, way, rights] = useWatch({ control, name: ["kind", "way", "rights"] });
  const invite = useChange(teamEndpoints.inviteMember, {
    fallback: "The invitation couldn't be created. Try again.",
    form,
    successToast: true,
    onSuccess: onDone,
  });
  const errors = formState.errors;
  const manages = kind === "manager";
  const closed = signInOptions().signUp === "closed";
  const submit = handleSubmit((typed) => invite.mutate({ body: invitation(typed) }));
  return (
    <form
      noValidate
      aria-label="Invite to your team"
      className="flex max-w-140 flex-col gap-5"
      onSubmit={(event) => void submit(event)}
    >
      <RadioCards label="Invite" options={kinds} {...register("kind")} />
      <RadioCards
        label="How"
        options={closed ? waysToAll.slice(0, 1) : waysToAll}
        {...register("way", { onChange: () => clearErrors() })}
      />
      {way === "username" && (
        <Controller
          control={control}
          name="username"
          render={({ field }) => (
            <UserPicker
              label={manages ? "Manager" : "Editor"}
              editorsOnly={!manages}
              name={field.value}
              onChange={field.onChange}
              error={errors.username?.message}
              ref={field.ref}
            />
          )}
        />
      )}
      {way === "email" && (
        <TextField
          label={manages ? "Email of the manager" : "Email of the editor"}
          type="email"
          autoComplete="off"
          error={errors.email?.message}
          {...register("email")}
        />
      )}
      {way === "name" && (
        <TextField
          label={manages ? "Name of the manager" : "Name of the editor"}
          autoComplete="off"
          hint="Only you see the name."
          error={errors.name?.message}
          {...register("name")}
        />
      )}
      {manages && (
        <RightsFields
          rights={rights}
          onChange={(changed) => form.setValue("rights", changed)}
          disabled={invite.isPending}
        />
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" busy={invite.isPending && "Inviting..."}>
          {manages && rights.includes("publish")
            ? "Agree and invite"
            : way === "name"
              ? "Create link"
              : "Send invitation"}
        </Button>
        <Button variant="quiet" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
