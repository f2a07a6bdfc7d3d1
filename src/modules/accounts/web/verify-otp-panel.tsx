import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useNavigate } from "react-router";
import { toast } from "sonner";

import { call } from "#core/web/client.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/text-field.tsx";

import { forgottenPasswordEndpoints } from "../contract/forgotten-password.ts";
import { type CarriedEmail, useCarriedEmail } from "./carried-email.ts";
import { CodeForm } from "./code-form.tsx";
import { sendResetCode, useSendCode, wordsOf } from "./send-code.ts";

const { generateOtp, verifyOtp } = forgottenPasswordEndpoints;

/** The first step to a new password: the email, unless it was carried here, and the code that was sent to it. */
export function VerifyOtpPanel() {
  const carried = useCarriedEmail();
  const [typed, setTyped] = useState(carried?.email ?? "");
  const [sent, setSent] = useState(carried);
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
        Enter the email of your account. We send a one-time code to it, and with that you choose a new
        password.
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
  sent: CarriedEmail;
  onSent: (sentAt: number) => void;
  onChangeEmail: () => void;
}

function EnterCode({ sent, onSent, onChangeEmail }: EnterCodeProps) {
  const { email } = sent;
  const navigate = useNavigate();
  const again = useSendCode(() => sendResetCode(email), onSent);
  const verify = useMutation({
    mutationFn: (otp: string) => {
      const fallback = "Invalid or expired OTP. generate a new one.";
      return call(verifyOtp, { body: { email, otp } }, { fallback });
    },
    onSuccess: ({ message }) => {
      toast.success(message);
      void navigate("/auth/reset-password", { replace: true, state: { email } satisfies CarriedEmail });
    },
  });
  return (
    <>
      <p className="mt-2 text-soft">
        If an account has the email <strong className="font-semibold break-words text-ink">{email}</strong>, a
        code of four letters or digits is on its way to it.
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
        refusal={verify.error ? wordsOf(verify.error, "Failed to verify OTP. Please try again.") : undefined}
        onCode={verify.mutateAsync}
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
