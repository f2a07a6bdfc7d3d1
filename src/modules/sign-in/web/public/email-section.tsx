import { useQuery } from "@tanstack/react-query";

import { Badge } from "#ui/badge.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { Skeleton, SkeletonGroup } from "#ui/skeleton.tsx";

import { credentialsQuery } from "../passwords/credentials.ts";
import { ConfirmEmail } from "./confirm-email.tsx";
import { SettingsSection } from "./settings-section.tsx";

/** Shows the account's email and confirms it. */
export function EmailSection() {
  return (
    <SettingsSection
      title="Email"
      description="Only you can see it. After you confirm it, you get notification emails, and you can log in with the Google account of the same address."
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
      {!emailVerified && <ConfirmEmail />}
    </>
  );
}
