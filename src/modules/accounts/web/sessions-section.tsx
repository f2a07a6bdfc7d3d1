import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";

import { call } from "#core/web/client.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { Skeleton, SkeletonGroup } from "#ui/skeleton.tsx";
import { Moment } from "#ui/timecode.tsx";

import { type Session, sessionsEndpoints } from "../contract/sessions.ts";
import { sessionsQuery } from "./queries.ts";
import { SettingsSection } from "./settings-section.tsx";

/** Where one is signed in, and the way to end any of it. */
export function SessionsSection() {
  return (
    <SettingsSection
      title="Where you are signed in"
      description="A browser stays signed in for 30 days after its last use. End whatever you don't recognize, and change your password."
    >
      <Sessions />
    </SettingsSection>
  );
}

function Sessions() {
  const { data, error, isFetching, refetch } = useQuery(sessionsQuery);
  const endOthers = useEnding(() =>
    call(sessionsEndpoints.endOtherSessions, {}, { fallback: "Failed to end the other sessions" }),
  );
  if (!data) {
    if (!error) return <Waiting />;
    return <ErrorState message={error.message} onRetry={() => void refetch()} retrying={isFetching} />;
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
          busy={endOthers.isPending && "Signing out..."}
          onClick={() => endOthers.mutate()}
        >
          Sign out all other browsers
        </Button>
      )}
    </>
  );
}

function SessionRow({ session }: { session: Session }) {
  const { id, device, current } = session;
  const end = useEnding(() =>
    call(sessionsEndpoints.endSession, { params: { id } }, { fallback: "Failed to end the session" }),
  );
  return (
    <li className="flex items-center justify-between gap-4 border-b py-4 first:pt-0">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
          {device}
          {current && <Badge tone="go">this browser</Badge>}
        </p>
        <p className="mt-1 flex flex-wrap gap-x-4 text-sm text-soft">
          <span className="flex gap-1.5">
            Signed in <Moment at={new Date(session.createdAt)} />
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
          aria-label={`Sign out ${device}`}
          busy={end.isPending && "Signing out..."}
          onClick={() => end.mutate()}
        >
          Sign out
        </Button>
      )}
    </li>
  );
}

/** Ends sessions, says so, and reads the list again. */
function useEnding(end: () => Promise<{ message: string }>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: end,
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) => toast.error(error.message),
    onSettled: () => queries.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
}

function Waiting() {
  return (
    <SkeletonGroup label="Loading where you are signed in">
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
