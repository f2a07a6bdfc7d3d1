import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { useForm, type FieldErrors } from "react-hook-form";
import { toast } from "sonner";
import { z } from "zod";

import { AppError } from "#core/error.ts";
import { call } from "#core/web/client.ts";
import { Button } from "#ui/button.tsx";
import { RadioCards } from "#ui/radio-cards.tsx";
import { TextField } from "#ui/text-field.tsx";

import { accountsEndpoints } from "../contract.ts";
import { shortestPassword } from "../rules.ts";
import { ForgotPassword } from "./forgot-password.tsx";
import { GoogleButton } from "./google-button.tsx";
import { OtherWays } from "./other-ways.tsx";
import { PasskeyButton } from "./passkey-button.tsx";
import { PasswordField } from "./password-field.tsx";
import { roleOptions } from "./role-options.tsx";
import { useReturnPath, useWelcome } from "./session.tsx";

export type AuthMode = "login" | "signup";

const { login, signup } = accountsEndpoints;
const schemas = { login: login.body.extend({ role: z.unknown() }), signup: signup.body };

export interface Credentials {
  email: string;
  password: string;
  role?: unknown;
}

const words = {
  login: { submit: "Login", busy: "Logging in..." },
  signup: { submit: "Sign Up", busy: "Creating your account..." },
};

async function send(mode: AuthMode, { email, password, role }: Credentials) {
  const credentials = { email, password };
  if (mode === "login") return call(login, { body: credentials }, { fallback: "Failed to login user" });
  const body = signup.body.parse({ ...credentials, role });
  return call(signup, { body }, { fallback: "Failed to register user" });
}

interface AuthFormProps {
  mode: AuthMode;
  /** What has been typed, kept outside so that it stays when the mode changes. */
  typed: Credentials;
  onType: (typed: Credentials) => void;
}

/** Signs in, or signs up with a role. */
export function AuthForm({ mode, typed, onType }: AuthFormProps) {
  const welcome = useWelcome();
  const from = useReturnPath();
  const { register, handleSubmit, setError, clearErrors, getValues, formState } = useForm<Credentials>({
    resolver: zodResolver(schemas[mode]),
    defaultValues: typed,
    shouldFocusError: true,
  });
  const enter = useMutation({
    mutationFn: (fields: Credentials) => send(mode, fields),
    onSuccess: ({ data, message }) => {
      toast.success(message);
      welcome(data);
    },
    onError: (error) => {
      for (const { path, message } of error instanceof AppError ? (error.issues ?? []) : []) {
        if (path === "email" || path === "password") setError(path, { message }, { shouldFocus: true });
      }
    },
  });
  const pack = () => {
    const role = signup.body.shape.role.safeParse(getValues("role"));
    clearErrors();
    if (mode === "signup" && !role.success) {
      setError("role", { message: "Please select a role" }, { shouldFocus: true });
      return null;
    }
    return { role: role.data ?? null, from, connect: false };
  };
  const { submit, busy } = words[mode];
  return (
    <>
      <form
        noValidate
        onSubmit={handleSubmit((fields) => enter.mutate(fields))}
        onChange={() => onType(getValues())}
        className="flex flex-col gap-5"
        aria-label={submit}
      >
        {mode === "signup" && (
          <RadioCards
            label="I am a"
            options={roleOptions}
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
          hint={mode === "signup" && `At least ${shortestPassword} characters, and not a common one.`}
          error={messageOf(formState.errors, "password")}
          {...register("password")}
        />
        {mode === "login" && (
          <ForgotPassword
            email={() => getValues("email")}
            onInvalid={(message) => setError("email", { message }, { shouldFocus: true })}
          />
        )}
        <p role="alert" className="text-sm font-medium text-fault empty:hidden">
          {enter.error && failureText(enter.error)}
        </p>
        <Button type="submit" variant="primary" size="large" busy={enter.isPending && busy}>
          {submit}
        </Button>
      </form>
      <OtherWays>
        <GoogleButton pack={pack} />
        {mode === "login" && <PasskeyButton />}
      </OtherWays>
    </>
  );
}

function messageOf(errors: FieldErrors<Credentials>, field: keyof Credentials): string | undefined {
  return errors[field]?.message;
}

/** Specification, section 8: the server's message, else a sentence of its own; nothing twice for one field. */
function failureText(error: Error): string | null {
  if (!(error instanceof AppError)) return "Failed to authenticate. Please try again.";
  return error.issues?.length ? null : error.message;
}
