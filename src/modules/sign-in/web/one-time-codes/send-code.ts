import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { toast } from "sonner";

import { AppError } from "#core/error.ts";
import { call } from "#core/web/client.ts";
import { passwordEndpoints } from "#modules/sign-in/contract/passwords.ts";

import type { EmailState } from "./email-state.ts";

/** The message of an expected error, else the fallback. */
export function errorMessage(error: unknown, fallback: string): string {
  return error instanceof AppError ? error.message : fallback;
}

/** Sends a code and shows the result. `onSent` receives the time in milliseconds since 1970. */
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
    onError: (error) => toast.error(errorMessage(error, "Failed to send OTP. Please try again.")),
  });
}

export function sendResetCode(email: string): Promise<{ message: string }> {
  const fallback = "Failed to generate OTP";
  return call(passwordEndpoints.generateOtp, { body: { email } }, { fallback });
}

/** Sends a password reset code and opens the page to enter it. */
export function useForgottenPassword() {
  const navigate = useNavigate();
  return useSendCode(sendResetCode, (sentAt, email) => {
    void navigate("/auth/verify-otp", { state: { email, sentAt } satisfies EmailState });
  });
}
