import { ExternalLink } from "lucide-react";

import type { DeliveryProgress, Progress } from "#modules/publishing/contract/deliveries.ts";
import { descriptors } from "#modules/publishing/platforms/platforms.ts";

/** Link to the place where the creator finishes published videos by hand. The sandbox has no such place. */
export function FinishElsewhere({ progress: { deliveries, sandbox } }: { progress: Progress }) {
  const finished = deliveries.filter(({ kind, stage }) => {
    return stage === "SUCCESSFULL" && !(sandbox && descriptors[kind].sandboxed);
  });
  return finished.map((delivery) => (
    <FinishLine
      key={delivery.deliveryId}
      delivery={delivery}
      named={finished.filter(({ kind }) => kind === delivery.kind).length > 1}
    />
  ));
}

/** `named` tells several channels of a platform apart. */
function FinishLine({ delivery, named }: { delivery: DeliveryProgress; named: boolean }) {
  const { kind, videoId, channel } = delivery;
  const { name, studio } = descriptors[kind];
  if (studio === null || videoId === null) return null;
  return (
    <p className="mt-4 max-w-prose text-soft">
      <a
        href={studio.url(videoId)}
        target="_blank"
        rel="noreferrer"
        className="link inline-flex items-center gap-1"
      >
        Finish in {studio.name}
        {named && channel && ` (${channel.title})`}
        <ExternalLink aria-hidden className="size-3.5" />
        <span className="sr-only"> (opens in a new tab)</span>
      </a>
      <span className="mt-0.5 block text-sm">
        Set {studio.unavailable} there: {name} doesn't let other apps do it.
      </span>
    </p>
  );
}
