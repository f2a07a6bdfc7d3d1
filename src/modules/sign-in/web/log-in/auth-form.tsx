import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm, type FieldErrors, type UseFormReturn } from "react-hook-form";
import { toast } from "sonner";
import { z } from "zod";

import { AppError } from "#core/error.ts";
import { invitationPath } from "#core/paths.ts";
import type { Role } from "#core/permission.ts";
import { call } from "#core/web/client.ts";
import { useAction } from "#core/web/use-change.ts";
import { chosenRole } from "#modules/people/contract/people.ts";
import { roleOptions } from "#modules/people/web/public/role-options.tsx";
import type { ProviderKey } from "#modules/sign-in/contract/identities.ts";
import { passkeyEndpoints } from "#modules/sign-in/contract/passkeys.ts";
import { passwordEndpoints } from "#modules/sign-in/contract/passwords.ts";
import type { AuthMode } from "#modules/sign-in/rules/sign-in-options.ts";
import { minPasswordLength } from "#modules/sign-in/rules/sign-in.ts";
import { Button } from "#ui/button.tsx";
import { RadioCards } from "#ui/radio-cards.tsx";
import { TextField } from "#ui/text-field.tsx";

import { FormError } from "../form-error.tsx";
import { IdentityButtons } from "../identities/identity-buttons.tsx";
import { PasskeyButton } from "../passkeys/passkey-button.tsx";
import { PasskeySignUpButton } from "../passkeys/passkey-sign-up-button.tsx";
import { ForgotPassword } from "../passwords/forgot-password.tsx";
import { PasswordField } from "../passwords/password-field.tsx";
import { useReturnPath, useStartSession } from "../public/session.tsx";
import { signInOptions } from "../public/sign-in-options.ts";
import { OtherSignInMethods } from "./other-sign-in-methods.tsx";

const { login, signup } = passwordEndpoints;
const passkeySignUp = passkeyEndpoints.beginSignUp.body;
const schemas = { login: login.body.extend({ role: z.unknown() }), signup: signup.body };

export interface Credentials {
  email: string;
  password: string;
  role?: unknown;
  invitation?: string | undefined;
}

const labels = {
  login: { submit: "Log in", busy: "Logging in..." },
  signup: { submit: "Sign Up", busy: "Creating your account..." },
};

const failed = "Failed to authenticate. Please try again.";

/** The last action on the page; errors of earlier ones are hidden. */
type Action = "form" | "google" | "oidc" | "passkey";

async function send(mode: AuthMode, fields: Credentials, invitation: FormInvitation | null) {
  const { email, password, role } = fields;
  const credentials = { email, password };
  const unreachable = failed;
  if (mode === "login") {
    return call(login, { body: credentials }, { fallback: "Failed to login user", unreachable });
  }
  const body = signup.body.parse({ ...credentials, role, invitation: invitation?.token });
  return call(signup, { body }, { fallback: "Failed to register user", unreachable });
}

/** An invitation that the account is created or logged in for. */
export interface FormInvitation {
  token: string;
  /** The only address that can accept it; null for any. */
  email: string | null;
  /** The role of a new account; NORMAL for those who need none, null if the user chooses. */
  role: Role | null;
}

interface AuthFormProps {
  mode: AuthMode;
  /** The typed values, kept by the parent so that they survive a change of mode. */
  typed: Credentials;
  onType: (typed: Credentials) => void;
  invitation?: FormInvitation | null;
}

/** Logs in, or signs up with a role. */
export function AuthForm({ mode, typed, onType, invitation = null }: AuthFormProps) {
  const startSession = useStartSession();
  const returnPath = useReturnPath();
  const from = invitation ? invitationPath(invitation.token) : returnPath;
  const { passwordLogin, singleSignOn } = signInOptions();
  const choosesRole = mode === "signup" && (invitation?.role ?? null) === null;
  const form = useForm<Credentials>({
    resolver: zodResolver(schemas[mode]),
    defaultValues: {
      ...typed,
      email: invitation?.email ?? typed.email,
      role: invitation?.role ?? typed.role,
      invitation: invitation?.token,
    },
    shouldFocusError: true,
  });
  const { handleSubmit, setError, clearErrors, getValues } = form;
  const [action, setAction] = useState<Action>("form");
  const begin = (next: Action) => {
    setAction(next);
    clearErrors();
    submission.reset();
  };
  const submission = useAction((fields: Credentials) => send(mode, fields, invitation), {
    form,
    errorToast: false,
    onSuccess: ({ data, message }) => {
      // Those who were invited continue where the invitation leads.
      toast.success(invitation ? message.replace(" Redirecting to profile...", "") : message);
      startSession(data);
    },
  });
  const redirectState = (provider: ProviderKey) => {
    const role = chosenRole.safeParse(invitation?.role ?? getValues("role"));
    begin(provider);
    const asksForRole = choosesRole && passwordLogin && (provider === "google" || singleSignOn?.choosesRole);
    if (asksForRole && !role.success) {
      setError("role", { message: "Please select a role" }, { shouldFocus: true });
      return null;
    }
    return { role: role.data ?? null, from, connect: false, invitation: invitation?.token ?? null };
  };
  const providers = <IdentityButtons state={redirectState} active={action} primary={!passwordLogin} />;
  if (!passwordLogin) return providers;
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
        <CredentialFields form={form} mode={mode} invitation={invitation} choosesRole={choosesRole} />
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
        {providers}
        {mode === "login" && <PasskeyButton active={action === "passkey"} onStart={() => begin("passkey")} />}
        {mode === "signup" && invitation && (
          <PasskeySignUpButton
            active={action === "passkey"}
            body={() => {
              begin("passkey");
              return passkeySignUpBody(form, invitation);
            }}
          />
        )}
      </OtherSignInMethods>
    </>
  );
}

interface CredentialFieldsProps {
  form: UseFormReturn<Credentials>;
  mode: AuthMode;
  invitation: FormInvitation | null;
  choosesRole: boolean;
}

function CredentialFields({ form, mode, invitation, choosesRole }: CredentialFieldsProps) {
  const { register, formState } = form;
  return (
    <>
      {choosesRole && (
        <RadioCards
          label="I am a"
          options={roleOptions}
          hint="Your role decides which screens you see. You can't change it later."
          error={fieldMessage(formState.errors, "role")}
          {...register("role")}
        />
      )}
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        readOnly={Boolean(invitation?.email)}
        hint={invitation?.email ? "The invitation was sent to this email." : undefined}
        error={fieldMessage(formState.errors, "email")}
        {...register("email")}
      />
      <PasswordField
        label="Password"
        autoComplete={mode === "login" ? "current-password" : "new-password"}
        hint={mode === "signup" && `At least ${minPasswordLength} characters, no common passwords`}
        error={fieldMessage(formState.errors, "password")}
        {...register("password")}
      />
    </>
  );
}

/** The request to sign up with a passkey; null if fields are invalid, which the form then shows. */
function passkeySignUpBody(
  { getValues, setError }: UseFormReturn<Credentials>,
  { role, token }: FormInvitation,
) {
  const values = { ...getValues(), role: role ?? getValues("role"), invitation: token };
  const { data, error } = passkeySignUp.safeParse(values);
  for (const { path, message } of error?.issues ?? []) {
    if (path[0] === "email" || path[0] === "role") setError(path[0], { message }, { shouldFocus: true });
  }
  return data ?? null;
}

function fieldMessage(errors: FieldErrors<Credentials>, field: keyof Credentials): string | undefined {
  return errors[field]?.message;
}

/** Whether the error is shown at the fields. */
function hasIssues(error: Error | null): boolean {
  return error instanceof AppError && Boolean(error.issues?.length);
}
