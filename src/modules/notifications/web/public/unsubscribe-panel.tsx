import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";

import { isNotFound } from "#core/error.ts";
import { notificationsPath } from "#core/paths.ts";
import { useChange } from "#core/web/use-change.ts";
import { notificationSettingsEndpoints } from "#modules/notifications/contract/settings.ts";
import { scopeLabel } from "#modules/notifications/rules/kinds/index.ts";
import { DeadEnd } from "#modules/sign-in/web/public/dead-end.tsx";
import { buttonClass } from "#ui/button-class.ts";
import { Button } from "#ui/button.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { Skeleton, SkeletonGroup } from "#ui/skeleton.tsx";

import { unsubscribeLinkQuery } from "../queries.ts";

/** Asks before it unsubscribes, since mail scanners open every link of an email. */
export function UnsubscribePanel({ token }: { token: string }) {
  const link = useQuery({ ...unsubscribeLinkQuery(token), retry: false });
  const unsubscribe = useChange(notificationSettingsEndpoints.unsubscribe, {
    fallback: "Failed to unsubscribe. Please try again.",
    errorToast: false,
  });
  if (!link.data) {
    if (!link.error) {
      return (
        <SkeletonGroup label="Loading the link">
          <Skeleton className="h-10 w-3/5" />
        </SkeletonGroup>
      );
    }
    if (isNotFound(link.error)) return <DeadEnd message={link.error.message} />;
    return (
      <ErrorState
        message={link.error.message}
        onRetry={() => void link.refetch()}
        retrying={link.isFetching}
      />
    );
  }
  const scope = scopeLabel(link.data.scope);
  return (
    <section className="flex flex-col items-start gap-5">
      <h1 className="font-heading text-3xl">
        {unsubscribe.isSuccess ? "You are unsubscribed" : "Unsubscribe"}
      </h1>
      <p className="text-soft" aria-live="polite">
        {unsubscribe.isSuccess
          ? "You no longer get these emails:"
          : "You will still see these notifications in Reelay, but no longer get these emails:"}{" "}
        <strong className="font-medium text-ink">{scope}</strong>
      </p>
      {unsubscribe.error && (
        <p role="alert" className="text-sm font-medium text-fault">
          {unsubscribe.error.message}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {!unsubscribe.isSuccess && (
          <Button
            variant="primary"
            busy={unsubscribe.isPending && "Unsubscribing..."}
            onClick={() => unsubscribe.mutate({ params: { token } })}
          >
            Unsubscribe
          </Button>
        )}
        <Link to={`${notificationsPath("YOUTUBER")}#settings`} className={buttonClass("quiet")}>
          Notification settings
        </Link>
      </div>
    </section>
  );
}
