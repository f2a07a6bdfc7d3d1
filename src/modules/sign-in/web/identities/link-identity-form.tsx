import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { Link } from "react-router";

import { logInPath } from "#core/paths.ts";
import { useChange } from "#core/web/use-change.ts";
import { identityEndpoints } from "#modules/sign-in/contract/identities.ts";
import type { SignedInUser } from "#modules/sign-in/contract/sign-in.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/text-field.tsx";

import { FormError } from "../form-error.tsx";

const { linkIdentity } = identityEndpoints;

/** The response to a successful login. */
export interface LoginResponse {
  data: SignedInUser;
  message: string;
}

interface LinkFormProps {
  /** Name of the identity provider. */
  provider: string;
  /** Reason for asking for the password. */
  message: string;
  onLogin: (response: LoginResponse) => void;
}

/** Asks for the password of an existing account to connect an identity provider to it. */
export function LinkIdentityForm({ provider, message, onLogin }: LinkFormProps) {
  const { register, handleSubmit, formState, setFocus } = useForm<{ password: string }>({
    resolver: zodResolver(linkIdentity.body),
    defaultValues: { password: "" },
  });
  const link = useChange(linkIdentity, {
    fallback: "Failed to authenticate. Please try again.",
    errorToast: false,
    onSuccess: onLogin,
    onError: () => setFocus("password", { shouldSelect: true }),
  });
  return (
    <form
      noValidate
      aria-label={`Connect ${provider}`}
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
