import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect } from "react";
import { useForm } from "react-hook-form";
import { Link, Navigate, useNavigate } from "react-router";
import { toast } from "sonner";

import { AppError } from "#core/error.ts";
import { logInPath, signUpPath, verifyCodePath } from "#core/paths.ts";
import { useChange } from "#core/web/use-change.ts";
import { passwordEndpoints } from "#modules/sign-in/contract/passwords.ts";
import { newPassword, type NewPassword } from "#modules/sign-in/rules/new-password.ts";
import { minPasswordLength } from "#modules/sign-in/rules/sign-in.ts";
import { Button } from "#ui/button.tsx";

import { FormError } from "../form-error.tsx";
import { useEmailState } from "../one-time-codes/email-state.ts";
import { PasswordField } from "../passwords/password-field.tsx";
import { clearUser } from "../sessions/user-store.ts";

const notChanged = "Failed to change password. Please try again.";

/** The second step of a password reset, in the browser that verified the code. */
export function ResetPasswordPanel() {
  const state = useEmailState();
  return state ? <ResetPassword email={state.email} /> : <NoEmail />;
}

function NoEmail() {
  useEffect(() => void toast.error("Email not found. Please try again.", { id: "email-not-found" }), []);
  return <Navigate to={signUpPath} replace />;
}

function ResetPassword({ email }: { email: string }) {
  const navigate = useNavigate();
  const form = useForm<NewPassword>({
    resolver: zodResolver(newPassword),
    defaultValues: { password: "", again: "" },
  });
  const { register, handleSubmit, formState } = form;
  const change = useChange(passwordEndpoints.resetPassword, {
    form,
    fallback: "Failed to reset password",
    unreachable: notChanged,
    errorToast: false,
    successToast: true,
    onSuccess: () => {
      // Every session of the account has ended, this browser's too.
      clearUser();
      void navigate(logInPath, { replace: true });
    },
  });
  const { errors } = formState;
  const refused = change.error && !(change.error instanceof AppError && change.error.issues);
  return (
    <section aria-label="Reset password">
      <title>Reset password · Reelay</title>
      <h1 className="font-heading text-4xl">Reset password</h1>
      <p className="mt-2 mb-8 text-soft">
        For <strong className="font-semibold break-words text-ink">{email}</strong>. This ends all sessions of
        the account.
      </p>
      <form
        noValidate
        aria-label="Change Password"
        className="flex flex-col gap-5"
        onSubmit={handleSubmit(({ password }) => change.mutate({ body: { email, password } }))}
        onChange={() => change.isError && change.reset()}
      >
        {/* Lets password managers know the account. */}
        <input type="hidden" autoComplete="username" value={email} readOnly />
        <PasswordField
          label="Password"
          autoComplete="new-password"
          hint={`At least ${minPasswordLength} characters, no common passwords`}
          error={errors.password?.message}
          {...register("password", { deps: "again" })}
        />
        <PasswordField
          label="Retype Password"
          autoComplete="new-password"
          error={errors.again?.message}
          {...register("again")}
        />
        <FormError error={refused && change.error} fallback={notChanged} />
        <Button type="submit" variant="primary" size="large" busy={change.isPending && "Changing..."}>
          Change Password
        </Button>
        <Link
          className="link self-start text-sm pointer-coarse:-my-3 pointer-coarse:py-3"
          to={verifyCodePath}
        >
          Request a new code
        </Link>
      </form>
    </section>
  );
}
