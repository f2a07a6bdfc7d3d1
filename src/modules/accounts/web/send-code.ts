import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { toast } from "sonner";

import { AppError } from "#core/error.ts";
import { call } from "#core/web/client.ts";

import { forgottenPasswordEndpoints } from "../contract/forgotten-password.ts";
import type { CarriedEmail } from "./carried-email.ts";

/** A failure's own words, else the specification's (section 8). */
export function wordsOf(error: unknown, otherwise: string): string {
  return error instanceof AppError ? error.message : otherwise;
}

/** Has a code mailed and says so. `send` answers through `onSent` with the moment, in milliseconds since 1970. */
export function useSendCode<T = void>(
  send: (to: T) => Promise<{ message: string }>,
  onSent: (sentAt: number, to: T) => void,
) {
  return useMutation({
    mutationFn: send,
    onSuccess: ({ message }, to) => {
      toast.success(message);
      onSent(Date.now(), to);
    },
    onError: (error) => toast.error(wordsOf(error, "Failed to send OTP. Please try again.")),
  });
}

export function sendResetCode(email: string): Promise<{ message: string }> {
  const fallback = "Failed to generate OTP";
  return call(forgottenPasswordEndpoints.generateOtp, { body: { email } }, { fallback });
}

/** Sends a code for a new password to an email and goes where it is entered. */
export function useForgottenPassword() {
  const navigate = useNavigate();
  return useSendCode(sendResetCode, (sentAt, email) => {
    void navigate("/auth/verify-otp", { state: { email, sentAt } satisfies CarriedEmail });
  });
}
