import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { Link } from "react-router";

import { logInPath } from "#core/paths.ts";
import { useChange } from "#core/web/use-change.ts";
import type { SignedInUser } from "#modules/sign-in/contract.ts";
import { googleEndpoints } from "#modules/sign-in/contract/google.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/text-field.tsx";

import { FormError } from "../form-error.tsx";
const { linkGoogle } = googleEndpoints;

/** The response to a successful login. */
export interface LoginResponse {
  data: SignedInUser;
  message: string;
}

interface LinkFormProps {
  /** Reason for asking for the password. */
  message: string;
  onLogin: (response: LoginResponse) => void;
}

/** Asks for the password of an existing account to connect Google to it. */
export function LinkGoogleForm({ message, onLogin }: LinkFormProps) {
  const { register, handleSubmit, formState, setFocus } = useForm<{ password: string }>({
    resolver: zodResolver(linkGoogle.body),
    defaultValues: { password: "" },
  });
  const link = useChange(linkGoogle, {
    fallback: "Failed to authenticate. Please try again.",
    errorToast: false,
    onSuccess: onLogin,
    onError: () => setFocus("password", { shouldSelect: true }),
  });
  return (
    <form
      noValidate
      aria-label="Connect Google"
      onSubmit={handleSubmit((body) => link.mutate({ body }))}
      onChange={() => link.isError && link.reset()}
      className="mt-4 flex max-w-104 flex-col gap-5"
    >
      <p className="text-soft">{message}</p>
      <TextField
        label="Password"
        type="password"
        autoComplete="current-password"
        error={formState.errors.password?.message}
        {...register("password")}
      />
      <FormError error={link.error} />
      <Button type="submit" variant="primary" size="large" busy={link.isPending && "Connecting..."}>
        Connect and log in
      </Button>
      <p className="text-sm text-soft">
        <Link to={logInPath} className="link">
          Log in another way
        </Link>
      </p>
    </form>
  );
}
