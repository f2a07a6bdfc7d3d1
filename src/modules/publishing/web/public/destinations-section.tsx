import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useSearchParams } from "react-router";
import { toast } from "sonner";

import { useChange } from "#core/web/use-change.ts";
import {
  type ConnectedDestination,
  destinationsEndpoints,
} from "#modules/publishing/contract/destinations.ts";
import { descriptors, destinationKinds } from "#modules/publishing/platforms/platforms.ts";
import { linkedDestination } from "#modules/publishing/rules/destinations.ts";
import { describePermission, mayPublish } from "#modules/publishing/rules/permission.ts";
import { SettingsSection } from "#modules/sign-in/web/public/settings-section.tsx";
import { Avatar } from "#ui/avatar.tsx";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { Skeleton, SkeletonGroup } from "#ui/skeleton.tsx";
import { Moment } from "#ui/timecode.tsx";

import { ConnectButton } from "../destinations/connect-button.tsx";
import { DisconnectButton } from "../destinations/disconnect-button.tsx";
import { destinationsQuery, kindsQuery } from "../destinations/queries.ts";

/** The creator's destinations, their health, and the connection of new ones. */
export function DestinationsSection() {
  const { data, error, isFetching, refetch } = useQuery(destinationsQuery);
  const { data: offered } = useQuery(kindsQuery);
  const kinds = destinationKinds.filter(
    (kind) => !descriptors[kind].optional || offered?.some((each) => each.kind === kind),
  );
  return (
    <SettingsSection
      title="Destinations"
      description="Where you publish your videos. You choose the destinations of each task before its upload starts."
    >
      {error && !data && <ErrorState message={error} onRetry={() => void refetch()} retrying={isFetching} />}
      {!data && !error && (
        <SkeletonGroup label="Loading your destinations">
          <Skeleton className="h-12 w-full" />
        </SkeletonGroup>
      )}
      {data?.length === 0 && <p className="text-soft">Nothing is connected yet.</p>}
      {data && data.length > 0 && (
        <ul className="divide-y border-y">
          {data.map((destination) => (
            <Destination key={destination.id} destination={destination} />
          ))}
        </ul>
      )}
      <div className="mt-5 flex flex-wrap gap-3">
        {kinds.map((kind) => (
          <ConnectButton key={kind} kind={kind} />
        ))}
      </div>
    </SettingsSection>
  );
}

interface DestinationProps {
  destination: ConnectedDestination;
}

function Destination({ destination }: DestinationProps) {
  const { id, kind, title, pictureUrl, account, brokenAt, scopes } = destination;
  const permission = describePermission(kind, scopes);
  const actions = useRef<HTMLSpanElement>(null);
  const linked = useSearchParams()[0].get(linkedDestination) === id;
  useEffect(() => {
    // The first action is the reconnection of a broken destination.
    if (linked) actions.current?.querySelector("button")?.focus();
  }, [linked]);
  const checking = useChange(destinationsEndpoints.check, {
    fallback: "Failed to check the connection",
    onSuccess: ({ data }) => {
      if (data.brokenAt === null) toast.success("The connection works");
    },
  });
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4">
      <Avatar name={title} src={pictureUrl} size={40} />
      <div className="min-w-0 flex-1 basis-52">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <span className="min-w-0 break-words">{title}</span>
          <Badge>{descriptors[kind].name}</Badge>
        </p>
        {permission === null && account !== title && (
          <p className="text-sm break-words text-soft">{account}</p>
        )}
        <Health destination={destination} permission={permission} />
      </div>
      <span ref={actions} className="flex flex-wrap gap-2">
        {(brokenAt !== null || !mayPublish(kind, scopes)) && (
          <ConnectButton kind={kind} renewed={destination} />
        )}
        {brokenAt === null && (
          <Button
            size="small"
            busy={checking.isPending && "Checking..."}
            onClick={() => checking.mutate({ params: { destinationId: id } })}
          >
            Check
          </Button>
        )}
        <DisconnectButton destination={destination} />
      </span>
    </li>
  );
}

function Health({ destination, permission }: DestinationProps & { permission: string | null }) {
  const { brokenAt, checkedAt, connectedAt } = destination;
  if (brokenAt !== null) {
    return (
      <p className="text-sm text-fault">
        Broken since <Moment at={new Date(brokenAt)} />. Reconnect it to publish there again.
      </p>
    );
  }
  return (
    <div className="mt-1 text-sm text-soft">
      <p className="flex flex-wrap gap-x-4">
        <span>
          Last check <Moment at={new Date(checkedAt)} />
        </span>
        <span>
          Connected <Moment at={new Date(connectedAt)} />
        </span>
      </p>
      {permission !== null && <p>{permission}</p>}
    </div>
  );
}
