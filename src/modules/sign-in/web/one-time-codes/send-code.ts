import { useNavigate } from "react-router";
import { toast } from "sonner";

import { verifyCodePath } from "#core/paths.ts";
import { call } from "#core/web/client.ts";
import { useAction } from "#core/web/use-change.ts";
import { passwordEndpoints } from "#modules/sign-in/contract/passwords.ts";

import type { EmailState } from "./email-state.ts";

const notSent = "Failed to send OTP. Please try again.";

/** Sends a code and shows the result. `onSent` receives the time in milliseconds since 1970. */
export function useSendCode<T = void>(
  send: (to: T) => Promise<{ message: string }>,
  onSent: (sentAt: number, to: T) => void,
) {
  return useAction(send, {
    fallback: notSent,
    onSuccess: ({ message }, to) => {
      toast.success(message);
      onSent(Date.now(), to);
    },
  });
}

export function sendResetCode(email: string): Promise<{ message: string }> {
  const messages = { fallback: "Failed to generate OTP", unreachable: notSent };
  return call(passwordEndpoints.generateOtp, { body: { email } }, messages);
}

/** Sends a password reset code and opens the page to enter it. */
export function useForgottenPassword() {
  const navigate = useNavigate();
  return useSendCode(sendResetCode, (sentAt, email) => {
    void navigate(verifyCodePath, { state: { email, sentAt } satisfies EmailState });
  });
}
