import { useState } from "react";

import { call } from "#core/web/client.ts";
import { useChange } from "#core/web/use-change.ts";
import { emailCodeEndpoints } from "#modules/sign-in/contract/one-time-codes.ts";
import { Button } from "#ui/button.tsx";

import { CodeForm } from "../one-time-codes/code-form.tsx";
import { useSendCode } from "../one-time-codes/send-code.ts";
import { credentialsQuery } from "../passwords/credentials.ts";

const sendMessages = {
  fallback: "Failed to generate OTP",
  unreachable: "Failed to send OTP. Please try again.",
};

/** Sends a code to the user's email and confirms the email with it. */
export function ConfirmEmail({ onConfirmed }: { onConfirmed?: () => void }) {
  const [sentAt, setSentAt] = useState<number | null>(null);
  const send = useSendCode(() => call(emailCodeEndpoints.sendEmailCode, {}, sendMessages), setSentAt);
  const confirm = useChange(emailCodeEndpoints.confirmEmail, {
    fallback: "Failed to verify OTP. Please try again.",
    errorToast: false,
    successToast: true,
    refetch: [credentialsQuery.queryKey],
    onSuccess: () => onConfirmed?.(),
  });
  if (sentAt === null) {
    return (
      <Button className="mt-4" busy={send.isPending && "Sending..."} onClick={() => send.mutate()}>
        Send confirmation code
      </Button>
    );
  }
  return (
    <div className="mt-5 max-w-sm">
      <CodeForm
        submit="Confirm"
        busy="Confirming..."
        checking={confirm.isPending}
        error={confirm.error}
        onCode={(otp) => confirm.mutateAsync({ body: { otp } })}
        sentAt={sentAt}
        sending={send.isPending}
        sendError={send.error}
        onSendAgain={() => {
          confirm.reset();
          send.mutate();
        }}
      />
    </div>
  );
}
