import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm, type FieldErrors } from "react-hook-form";
import { toast } from "sonner";
import { z } from "zod";

import { AppError } from "#core/error.ts";
import { call } from "#core/web/client.ts";
import { useAction } from "#core/web/use-change.ts";
import { roleOptions } from "#modules/people/web/public/role-options.tsx";
import { passwordEndpoints } from "#modules/sign-in/contract/passwords.ts";
import { minPasswordLength } from "#modules/sign-in/rules.ts";
import { Button } from "#ui/button.tsx";
import { RadioCards } from "#ui/radio-cards.tsx";
import { TextField } from "#ui/text-field.tsx";

import { FormError } from "../form-error.tsx";
import { GoogleButton } from "../google/google-button.tsx";
import { PasskeyButton } from "../passkeys/passkey-button.tsx";
import { ForgotPassword } from "../passwords/forgot-password.tsx";
import { PasswordField } from "../passwords/password-field.tsx";
import { useReturnPath, useStartSession } from "../public/session.tsx";
import { OtherSignInMethods } from "./other-sign-in-methods.tsx";

export type AuthMode = "login" | "signup";

const { login, signup } = passwordEndpoints;
const schemas = { login: login.body.extend({ role: z.unknown() }), signup: signup.body };

export interface Credentials {
  email: string;
  password: string;
  role?: unknown;
}

const labels = {
  login: { submit: "Login", busy: "Logging in..." },
  signup: { submit: "Sign Up", busy: "Creating your account..." },
};

const failed = "Failed to authenticate. Please try again.";

/** The last action on the page; errors of earlier ones are hidden. */
type Action = "form" | "google" | "passkey";

async function send(mode: AuthMode, { email, password, role }: Credentials) {
  const credentials = { email, password };
  const unreachable = failed;
  if (mode === "login") {
    return call(login, { body: credentials }, { fallback: "Failed to login user", unreachable });
  }
  const body = signup.body.parse({ ...credentials, role });
  return call(signup, { body }, { fallback: "Failed to register user", unreachable });
}

interface AuthFormProps {
  mode: AuthMode;
  /** The typed values, kept by the parent so that they survive a change of mode. */
  typed: Credentials;
  onType: (typed: Credentials) => void;
}

/** Logs in, or signs up with a role. */
export function AuthForm({ mode, typed, onType }: AuthFormProps) {
  const startSession = useStartSession();
  const from = useReturnPath();
  const form = useForm<Credentials>({
    resolver: zodResolver(schemas[mode]),
    defaultValues: typed,
    shouldFocusError: true,
  });
  const { register, handleSubmit, setError, clearErrors, getValues, formState } = form;
  const [action, setAction] = useState<Action>("form");
  const begin = (next: Action) => {
    setAction(next);
    clearErrors();
    submission.reset();
  };
  const submission = useAction((fields: Credentials) => send(mode, fields), {
    form,
    errorToast: false,
    onSuccess: ({ data, message }) => {
      toast.success(message);
      startSession(data);
    },
  });
  const redirectState = () => {
    const role = signup.body.shape.role.safeParse(getValues("role"));
    begin("google");
    if (mode === "signup" && !role.success) {
      setError("role", { message: "Please select a role" }, { shouldFocus: true });
      return null;
    }
    return { role: role.data ?? null, from, connect: false };
  };
  const { submit, busy } = labels[mode];
  return (
    <>
      <form
        // Only until the page's scripts run: the password must not become part of the URL.
        method="post"
        noValidate
        onSubmit={(event) => {
          setAction("form");
          void handleSubmit((fields) => submission.mutate(fields))(event);
        }}
        onChange={() => {
          onType(getValues());
          if (submission.isError) submission.reset();
        }}
        className="flex flex-col gap-5"
        aria-label={submit}
      >
        {mode === "signup" && (
          <RadioCards
            label="I am a"
            options={roleOptions}
            hint="Your role decides which screens you see. You can't change it later."
            error={messageOf(formState.errors, "role")}
            {...register("role")}
          />
        )}
        <TextField
          label="Email"
          type="email"
          autoComplete="email"
          error={messageOf(formState.errors, "email")}
          {...register("email")}
        />
        <PasswordField
          label="Password"
          autoComplete={mode === "login" ? "current-password" : "new-password"}
          hint={mode === "signup" && `At least ${minPasswordLength} characters, no common passwords`}
          error={messageOf(formState.errors, "password")}
          {...register("password")}
        />
        {mode === "login" && (
          <ForgotPassword
            email={() => {
              begin("form");
              return getValues("email");
            }}
            onInvalid={(message) => setError("email", { message }, { shouldFocus: true })}
          />
        )}
        <FormError
          error={action === "form" && !hasIssues(submission.error) && submission.error}
          fallback={failed}
        />
        <Button type="submit" variant="primary" size="large" busy={submission.isPending && busy}>
          {submit}
        </Button>
      </form>
      <OtherSignInMethods>
        <GoogleButton state={redirectState} active={action === "google"} />
        {mode === "login" && <PasskeyButton active={action === "passkey"} onStart={() => begin("passkey")} />}
      </OtherSignInMethods>
    </>
  );
}

function messageOf(errors: FieldErrors<Credentials>, field: keyof Credentials): string | undefined {
  return errors[field]?.message;
}

/** Whether the error is shown at the fields. */
function hasIssues(error: Error | null): boolean {
  return error instanceof AppError && Boolean(error.issues?.length);
}
