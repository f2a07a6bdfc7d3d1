import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { useNavigate } from "react-router";

import { profilePath } from "#core/paths.ts";
import { useChange } from "#core/web/use-change.ts";
import { peopleEndpoints } from "#modules/people/contract/people.ts";
import { roleOptions } from "#modules/people/web/public/role-options.tsx";
import { Button } from "#ui/button.tsx";
import { handOverFocus } from "#ui/hand-over-focus.ts";
import { RadioCards } from "#ui/radio-cards.tsx";

import { FormError } from "../form-error.tsx";
import { useChangeUser } from "./session.tsx";
import { SettingsSection } from "./settings-section.tsx";

/** Shown instead of the app until a user who signed up with Google chooses a role. */
export function ChooseRole() {
  return (
    <main
      ref={handOverFocus}
      id="content"
      tabIndex={-1}
      className="mx-auto max-w-xl px-4 pt-8 pb-16 sm:px-6 wide:pt-20"
    >
      <title>Choose your role · Reelay</title>
      <h1 className="font-heading text-3xl sm:text-4xl">Choose your role</h1>
      <p className="mt-3 mb-8 max-w-prose text-soft">
        Your role decides which screens you see. You can't change it later.
      </p>
      <RoleForm />
    </main>
  );
}

/** The role in the settings of a user who works for others and has not needed one. */
export function RoleSection() {
  return (
    <SettingsSection
      title="Role"
      description="You need no role to work for the creators of your teams. Choose one to create tasks of your own or to edit videos. You can't change it later."
    >
      <RoleForm />
    </SettingsSection>
  );
}

function RoleForm() {
  const navigate = useNavigate();
  const changeUser = useChangeUser();
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(peopleEndpoints.chooseRole.body),
  });
  const choose = useChange(peopleEndpoints.chooseRole, {
    fallback: "Your role couldn't be saved. Try again.",
    errorToast: false,
    successToast: true,
    onSuccess: ({ data }) => {
      changeUser(data);
      void navigate(profilePath(data), { replace: true });
    },
  });
  return (
    <form
      noValidate
      aria-label="Choose your role"
      onSubmit={handleSubmit((body) => choose.mutate({ body }))}
      onChange={() => choose.isError && choose.reset()}
      className="flex flex-col gap-5"
    >
      <RadioCards
        label="I am a"
        options={roleOptions}
        error={formState.errors.role?.message}
        {...register("role")}
      />
      <FormError error={choose.error} />
      <Button type="submit" variant="primary" size="large" busy={choose.isPending && "Saving..."}>
        Continue
      </Button>
    </form>
  );
}
