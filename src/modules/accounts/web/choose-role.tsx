import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { useNavigate } from "react-router";
import { toast } from "sonner";

import { call } from "#core/web/client.ts";
import { Button } from "#ui/button.tsx";
import { RadioCards } from "#ui/radio-cards.tsx";

import { googleEndpoints } from "../contract/google.ts";
import { profilePath } from "../rules.ts";
import { roleOptions } from "./role-options.tsx";
import { useChangeUser } from "./session.tsx";

/** Stands in for the work screens until somebody who came through Google has said what they are. */
export function ChooseRole() {
  const navigate = useNavigate();
  const changeUser = useChangeUser();
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(googleEndpoints.chooseRole.body),
  });
  const choose = useMutation({
    mutationFn: (body: { role: "YOUTUBER" | "EDITOR" }) =>
      call(googleEndpoints.chooseRole, { body }, { fallback: "Your role could not be saved. Try again." }),
    onSuccess: ({ data, message }) => {
      toast.success(message);
      changeUser(data);
      void navigate(profilePath(data), { replace: true });
    },
  });
  return (
    <main id="content" tabIndex={-1} className="mx-auto max-w-xl px-4 pt-8 pb-16 sm:px-6 wide:pt-20">
      <title>Youtuber or Editor · Reelay</title>
      <h1 className="font-heading text-3xl sm:text-4xl">Youtuber or Editor</h1>
      <p className="mt-3 mb-8 max-w-prose text-soft">
        One question before you start. It decides which screens you get, and it can't be changed later.
      </p>
      <form
        noValidate
        aria-label="Youtuber or Editor"
        onSubmit={handleSubmit((fields) => choose.mutate(fields))}
        className="flex flex-col gap-5"
      >
        <RadioCards
          label="I am a"
          options={roleOptions}
          error={formState.errors.role?.message}
          {...register("role")}
        />
        <p role="alert" className="text-sm font-medium text-fault empty:hidden">
          {choose.error?.message}
        </p>
        <Button type="submit" variant="primary" size="large" busy={choose.isPending && "Saving..."}>
          Continue
        </Button>
      </form>
    </main>
  );
}
