import { useQuery } from "@tanstack/react-query";
import { useId } from "react";

import { useChange } from "#core/web/use-change.ts";
import { type AnalysedDestination, channelEndpoints } from "#modules/analytics/contract/channel.ts";
import type { FigureState } from "#modules/analytics/contract/figures.ts";
import { Switch } from "#ui/switch.tsx";
import { Moment } from "#ui/timecode.tsx";

import { formatCount } from "../figures/format-figures.ts";
import { channelQuery } from "../queries.ts";
import { channelKey } from "../query-keys.ts";

/** Sharing with editors, and the sources of the figures. */
export function ChannelSettings({ creatorId }: { creatorId: number }) {
  const { data } = useQuery(channelQuery(creatorId));
  if (!data) return null;
  return (
    <div className="mt-12 grid items-start gap-x-10 gap-y-8 border-t pt-6 md:grid-cols-2">
      {data.own && <ShareSetting shared={data.shareResults} />}
      {data.destinations.length > 0 && <Sources destinations={data.destinations} />}
    </div>
  );
}

function ShareSetting({ shared }: { shared: boolean }) {
  const save = useChange(channelEndpoints.saveSettings, { refetch: [channelKey], successToast: true });
  const isShared = save.isPending ? save.variables.body.shareResults : shared;
  return (
    <Switch
      label="Share results with editors"
      hint="Editors of a task see the results of its video."
      checked={isShared}
      disabled={save.isPending}
      onChange={(event) => save.mutate({ body: { shareResults: event.target.checked } })}
    />
  );
}

const stateTexts: Record<FigureState, string> = {
  ready: "Up to date",
  waiting: "Waiting for the first analytics",
  no_access: "No access yet",
  disconnected: "Connect again in Settings",
  none: "No analytics",
};

function Sources({ destinations }: { destinations: readonly AnalysedDestination[] }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="font-heading text-xl">
        Sources
      </h2>
      <ul className="mt-2 divide-y border-y">
        {destinations.map(({ id: destinationId, title, platform, state, videos, fetchedAt, problem }) => (
          <li key={destinationId} className="py-3 text-sm text-soft">
            <p className="flex items-baseline justify-between gap-3">
              <span className="min-w-0 truncate text-base font-medium text-ink">{title}</span>
              <span className="shrink-0">{videos === 1 ? "1 video" : `${formatCount(videos)} videos`}</span>
            </p>
            <p>
              {platform} · {state === "ready" && problem ? "Not up to date" : stateTexts[state]}
            </p>
            {fetchedAt && (
              <p>
                Last read <Moment at={new Date(fetchedAt)} />
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
