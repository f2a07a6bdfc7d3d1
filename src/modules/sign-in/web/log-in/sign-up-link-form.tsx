import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";

import { useChange } from "#core/web/use-change.ts";
import { signUpEndpoints } from "#modules/sign-in/contract/sign-up.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/text-field.tsx";

import { FormError } from "../form-error.tsx";

const { requestSignUpLink } = signUpEndpoints;

/** Requests a link by email that confirms the address and leads to the sign-up form. */
export function SignUpLinkForm({ defaultEmail = "" }: { defaultEmail?: string }) {
  const form = useForm({
    resolver: zodResolver(requestSignUpLink.body),
    defaultValues: { email: defaultEmail },
  });
  const { register, handleSubmit, formState } = form;
  const request = useChange(requestSignUpLink, {
    form,
    fallback: "The link couldn't be sent. Try again.",
    errorToast: false,
  });
  if (request.isSuccess) {
    return (
      <output className="block border-l-2 border-edge py-1 pl-4">
        If <strong className="font-semibold break-words">{request.variables.body.email}</strong> can be used
        to sign up and has no account yet, we sent a link to it. It works once and expires after 7 days.
      </output>
    );
  }
  return (
    <form
      noValidate
      aria-label="Get a sign-up link"
      className="flex flex-col gap-5"
      onSubmit={(event) => void handleSubmit((body) => request.mutate({ body }))(event)}
      onChange={() => request.isError && request.reset()}
    >
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        error={formState.errors.email?.message}
        {...register("email")}
      />
      <FormError error={request.error} />
      <Button type="submit" variant="primary" size="large" busy={request.isPending && "Sending..."}>
        Send sign-up link
      </Button>
    </form>
  );
}
