import { zodResolver } from "@hookform/resolvers/zod";
import { useQuery } from "@tanstack/react-query";
import { useForm } from "react-hook-form";

import { useChange } from "#core/web/use-change.ts";
import { passwordEndpoints } from "#modules/sign-in/contract/passwords.ts";
import { changedPassword, type ChangedPassword } from "#modules/sign-in/rules/new-password.ts";
import { minPasswordLength } from "#modules/sign-in/rules/sign-in.ts";
import { Button } from "#ui/button.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { Skeleton, SkeletonGroup } from "#ui/skeleton.tsx";

import { useForgottenPassword } from "../one-time-codes/send-code.ts";
import { credentialsQuery } from "../passwords/credentials.ts";
import { PasswordField } from "../passwords/password-field.tsx";
import { sessionsQuery } from "../queries.ts";
import { SettingsSection } from "./settings-section.tsx";

/** Changes the password, or sets the first one with an emailed code. */
export function PasswordSection() {
  return (
    <SettingsSection
      title="Password"
      description="Changing your password ends all other sessions. We email you whenever it changes."
    >
      <Password />
    </SettingsSection>
  );
}

function Password() {
  const { data, error, isFetching, refetch } = useQuery(credentialsQuery);
  if (!data) {
    if (!error) return <Waiting />;
    return <ErrorState message={error} onRetry={() => void refetch()} retrying={isFetching} />;
  }
  return data.hasPassword ? <ChangePassword email={data.email} /> : <FirstPassword email={data.email} />;
}

function FirstPassword({ email }: { email: string }) {
  const send = useForgottenPassword();
  return (
    <>
      <p className="mb-4 text-soft">
        You don't have a password yet. Set one with a code that we email to you.
      </p>
      <Button busy={send.isPending && "Sending..."} onClick={() => send.mutate(email)}>
        Set a password
      </Button>
    </>
  );
}

const empty = { current: "", password: "", again: "" };

function ChangePassword({ email }: { email: string }) {
  const forgot = useForgottenPassword();
  const form = useForm<ChangedPassword>({ resolver: zodResolver(changedPassword), defaultValues: empty });
  const { register, handleSubmit, reset, formState } = form;
  const change = useChange(passwordEndpoints.changePassword, {
    form,
    fallback: "Failed to change password. Please try again.",
    successToast: true,
    refetch: [sessionsQuery.queryKey],
    onSuccess: () => reset(empty),
  });
  const { errors } = formState;
  return (
    <form
      noValidate
      aria-label="Password"
      className="flex max-w-sm flex-col gap-5"
      onSubmit={handleSubmit(({ current, password }) => change.mutate({ body: { current, password } }))}
    >
      <input type="hidden" autoComplete="username" value={email} readOnly />
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        error={errors.current?.message}
        {...register("current")}
      />
      <PasswordField
        label="New password"
        autoComplete="new-password"
        hint={`At least ${minPasswordLength} characters, no common passwords`}
        error={errors.password?.message}
        {...register("password", { deps: "again" })}
      />
      <PasswordField
        label="Retype new password"
        autoComplete="new-password"
        error={errors.again?.message}
        {...register("again")}
      />
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" variant="primary" busy={change.isPending && "Changing..."}>
          Change Password
        </Button>
        <Button variant="quiet" busy={forgot.isPending && "Sending..."} onClick={() => forgot.mutate(email)}>
          Forgot your password
        </Button>
      </div>
    </form>
  );
}

function Waiting() {
  return (
    <SkeletonGroup label="Loading your password settings" className="max-w-sm">
      <span className="flex flex-col gap-5">
        {[0, 1, 2].map((field) => (
          <span key={field} className="flex flex-col gap-1.5">
            <Skeleton className="h-5 w-2/5" />
            <Skeleton className="h-10 w-full" />
          </span>
        ))}
        <Skeleton className="h-10 w-40" />
      </span>
    </SkeletonGroup>
  );
}
