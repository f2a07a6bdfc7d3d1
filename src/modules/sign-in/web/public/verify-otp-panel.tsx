import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useNavigate } from "react-router";

import { resetPasswordPath } from "#core/paths.ts";
import { useChange } from "#core/web/use-change.ts";
import { passwordEndpoints } from "#modules/sign-in/contract/passwords.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/text-field.tsx";

import { CodeForm } from "../one-time-codes/code-form.tsx";
import { type EmailState, useEmailState } from "../one-time-codes/email-state.ts";
import { sendResetCode, useSendCode } from "../one-time-codes/send-code.ts";

const { generateOtp, verifyOtp } = passwordEndpoints;

/** The first step of a password reset: asks for the email, unless it is in the navigation state, and for the code. */
export function VerifyOtpPanel() {
  const state = useEmailState();
  const [typed, setTyped] = useState(state?.email ?? "");
  const [sent, setSent] = useState(state);
  return (
    <section aria-label="Verify OTP">
      <title>Verify OTP · Reelay</title>
      <h1 className="font-heading text-4xl">{sent ? "Check your inbox" : "Forgot your password"}</h1>
      {sent ? (
        <EnterCode
          sent={sent}
          onSent={(sentAt) => setSent({ ...sent, sentAt })}
          onChangeEmail={() => setSent(null)}
        />
      ) : (
        <AskEmail
          typed={typed}
          onSent={(email, sentAt) => {
            setTyped(email);
            setSent({ email, sentAt });
          }}
        />
      )}
    </section>
  );
}

function AskEmail({ typed, onSent }: { typed: string; onSent: (email: string, sentAt: number) => void }) {
  const send = useSendCode(sendResetCode, (sentAt, email) => onSent(email, sentAt));
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(generateOtp.body),
    defaultValues: { email: typed },
  });
  return (
    <form
      noValidate
      aria-label="Send OTP"
      className="mt-2 flex flex-col gap-5"
      onSubmit={handleSubmit(({ email }) => send.mutate(email))}
    >
      <p className="mb-3 text-soft">
        Enter the email of your account. We send you a one-time code to set a new password.
      </p>
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        error={formState.errors.email?.message}
        {...register("email")}
      />
      <Button type="submit" variant="primary" size="large" busy={send.isPending && "Sending..."}>
        Send OTP
      </Button>
    </form>
  );
}

interface EnterCodeProps {
  sent: EmailState;
  onSent: (sentAt: number) => void;
  onChangeEmail: () => void;
}

function EnterCode({ sent, onSent, onChangeEmail }: EnterCodeProps) {
  const { email } = sent;
  const navigate = useNavigate();
  const again = useSendCode(() => sendResetCode(email), onSent);
  const verify = useChange(verifyOtp, {
    fallback: "Invalid or expired OTP. generate a new one.",
    unreachable: "Failed to verify OTP. Please try again.",
    errorToast: false,
    successToast: true,
    onSuccess: () => navigate(resetPasswordPath, { replace: true, state: { email } satisfies EmailState }),
  });
  return (
    <>
      <p className="mt-2 text-soft">
        If an account has the email <strong className="font-semibold break-words text-ink">{email}</strong>,
        we sent a 4-character code to it.
      </p>
      <p className="mb-6">
        <Button
          variant="quiet"
          className="-ml-4 text-ink! underline underline-offset-4"
          onClick={onChangeEmail}
        >
          Change Email
        </Button>
      </p>
      <CodeForm
        submit="Verify"
        busy="Verifying..."
        checking={verify.isPending}
        error={verify.error}
        onCode={(otp) => verify.mutateAsync({ body: { email, otp } })}
        sentAt={sent.sentAt ?? null}
        sending={again.isPending}
        sendError={again.error}
        onSendAgain={() => {
          verify.reset();
          again.mutate();
        }}
      />
    </>
  );
}
