import { useQuery } from "@tanstack/react-query";

import { useChange } from "#core/web/use-change.ts";
import { type Session, sessionEndpoints } from "#modules/sign-in/contract/sessions.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { Skeleton, SkeletonGroup } from "#ui/skeleton.tsx";
import { Moment } from "#ui/timecode.tsx";

import { sessionsQuery } from "../queries.ts";
import { SettingsSection } from "./settings-section.tsx";

const ending = { refetch: [sessionsQuery.queryKey], successToast: true };

/** Lists the user's sessions and ends them. */
export function SessionsSection() {
  return (
    <SettingsSection
      title="Sessions"
      description="Sessions expire 30 days after their last use. If you don't recognize one, log it out and change your password."
    >
      <Sessions />
    </SettingsSection>
  );
}

function Sessions() {
  const { data, error, isFetching, refetch } = useQuery(sessionsQuery);
  const endOthers = useChange(sessionEndpoints.endOtherSessions, {
    ...ending,
    fallback: "Failed to end the other sessions",
  });
  if (!data) {
    if (!error) return <Waiting />;
    return <ErrorState message={error} onRetry={() => void refetch()} retrying={isFetching} />;
  }
  return (
    <>
      <ul>
        {data.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
      {data.length > 1 && (
        <Button
          className="mt-4"
          busy={endOthers.isPending && "Logging out..."}
          onClick={() => endOthers.mutate()}
        >
          Log out all other sessions
        </Button>
      )}
    </>
  );
}

function SessionRow({ session }: { session: Session }) {
  const { id, device, current } = session;
  const end = useChange(sessionEndpoints.endSession, { ...ending, fallback: "Failed to end the session" });
  return (
    <li className="flex items-center justify-between gap-4 border-b py-4 first:pt-0">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
          {device}
          {current && <Badge tone="go">this browser</Badge>}
        </p>
        <p className="mt-1 flex flex-wrap gap-x-4 text-sm text-soft">
          <span className="flex gap-1.5">
            Logged in <Moment at={new Date(session.createdAt)} />
          </span>
          {!current && (
            <span className="flex gap-1.5">
              Last used <Moment at={new Date(session.lastUsedAt)} />
            </span>
          )}
        </p>
      </div>
      {!current && (
        <Button
          aria-label={`Log out ${device}`}
          busy={end.isPending && "Logging out..."}
          onClick={() => end.mutate({ params: { id } })}
        >
          Log out
        </Button>
      )}
    </li>
  );
}

function Waiting() {
  return (
    <SkeletonGroup label="Loading sessions">
      {[0, 1].map((row) => (
        <span key={row} className="flex items-center justify-between gap-4 border-b py-4">
          <span className="flex flex-1 flex-col gap-2">
            <Skeleton className="h-5 w-2/5" />
            <Skeleton className="h-4 w-3/5" />
          </span>
          <Skeleton className="h-10 w-24" />
        </span>
      ))}
    </SkeletonGroup>
  );
}
