import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
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
import { lazyDialog } from "#ui/lazy-dialog.tsx";
import { Skeleton, SkeletonGroup } from "#ui/skeleton.tsx";
import { Moment } from "#ui/timecode.tsx";

import { DisconnectButton } from "../destinations/disconnect-button.tsx";
import { destinationsQuery, kindsQuery } from "../destinations/queries.ts";
import { YouTubeButton } from "../destinations/youtube-button.tsx";

const FormDialog = lazyDialog(async () => (await import("../destinations/form-dialog.tsx")).FormDialog);
const PeerTubeDialog = lazyDialog(
  async () => (await import("../destinations/peertube-dialog.tsx")).PeerTubeDialog,
);

/** The creator's destinations, their health, and the connection of new ones. */
export function DestinationsSection() {
  const { data, error, isFetching, refetch } = useQuery(destinationsQuery);
  const { data: offered } = useQuery(kindsQuery);
  const kinds = destinationKinds.filter(
    (kind) => !descriptors[kind].optional || offered?.some((each) => each.kind === kind),
  );
  const [connecting, setConnecting] = useState<Connecting | null>(null);
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
            <Destination key={destination.id} destination={destination} onReconnect={setConnecting} />
          ))}
        </ul>
      )}
      <div className="mt-5 flex flex-wrap gap-3">
        {kinds.map((kind) =>
          descriptors[kind].connection.by === "consent" ? (
            <YouTubeButton key={kind} />
          ) : (
            <Button key={kind} onClick={() => setConnecting({ kind, account: "" })}>
              Connect {descriptors[kind].connectLabel}
            </Button>
          ),
        )}
      </div>
      {connecting && <ConnectDialog {...connecting} onClose={() => setConnecting(null)} />}
    </SettingsSection>
  );
}

/** The dialog that is open; `account` is that of a connection to renew, and empty for a new one. */
type Connecting = Pick<ConnectedDestination, "kind" | "account">;

function ConnectDialog({ kind, account, onClose }: Connecting & { onClose: () => void }) {
  const { connection } = descriptors[kind];
  if (connection.by === "form") {
    return <FormDialog kind={kind} account={account} onClose={onClose} form={connection.form} />;
  }
  return <PeerTubeDialog account={account} onClose={onClose} />;
}

interface DestinationProps {
  destination: ConnectedDestination;
  onReconnect: (connection: Connecting) => void;
}

function Destination({ destination, onReconnect }: DestinationProps) {
  const { id, kind, title, pictureUrl, account, brokenAt, scopes } = destination;
  const consented = descriptors[kind].connection.by === "consent";
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
        {!consented && account !== title && <p className="text-sm break-words text-soft">{account}</p>}
        <Health destination={destination} />
      </div>
      <span ref={actions} className="flex flex-wrap gap-2">
        {consented && (brokenAt !== null || !mayPublish(scopes)) && (
          <YouTubeButton destinationId={id} size="small" />
        )}
        {brokenAt !== null && !consented && (
          <Button size="small" variant="primary" onClick={() => onReconnect({ kind, account })}>
            Reconnect
          </Button>
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

function Health({ destination }: Pick<DestinationProps, "destination">) {
  const { brokenAt, checkedAt, connectedAt, scopes, kind } = destination;
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
      {descriptors[kind].connection.by === "consent" && <p>{describePermission(scopes)}</p>}
    </div>
  );
}
