import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";

import { call } from "#core/web/client.ts";
import { emailCodeEndpoints } from "#modules/sign-in/contract/one-time-codes.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { Skeleton, SkeletonGroup } from "#ui/skeleton.tsx";

import { credentialsQuery } from "../credentials.ts";
import { SettingsSection } from "../settings-section.tsx";
import { CodeForm } from "./code-form.tsx";
import { useSendCode } from "./send-code.ts";

/** Shows the account's email and confirms it. */
export function EmailSection() {
  return (
    <SettingsSection
      title="Email"
      description="Only you can see it. After you confirm it, you can log in with the Google account of the same address."
    >
      <Email />
    </SettingsSection>
  );
}

function Email() {
  const { data, error, isFetching, refetch } = useQuery(credentialsQuery);
  if (!data) {
    if (error) {
      return <ErrorState message={error} onRetry={() => void refetch()} retrying={isFetching} />;
    }
    return (
      <SkeletonGroup label="Loading your email">
        <Skeleton className="h-6 w-3/5" />
      </SkeletonGroup>
    );
  }
  const { email, emailVerified } = data;
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
        <span className="break-all">{email}</span>
        {emailVerified ? <Badge tone="go">confirmed</Badge> : <Badge tone="amber">not confirmed</Badge>}
      </p>
      {!emailVerified && <Confirm />}
    </>
  );
}

const sendMessages = {
  fallback: "Failed to generate OTP",
  unreachable: "Failed to send OTP. Please try again.",
};

function Confirm() {
  const queries = useQueryClient();
  const [sentAt, setSentAt] = useState<number | null>(null);
  const send = useSendCode(() => call(emailCodeEndpoints.sendEmailCode, {}, sendMessages), setSentAt);
  const confirm = useMutation({
    mutationFn: (otp: string) => {
      const fallback = "Failed to verify OTP. Please try again.";
      return call(emailCodeEndpoints.confirmEmail, { body: { otp } }, { fallback });
    },
    onSuccess: async ({ message }) => {
      toast.success(message);
      await queries.invalidateQueries({ queryKey: credentialsQuery.queryKey });
    },
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
        onCode={confirm.mutateAsync}
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
