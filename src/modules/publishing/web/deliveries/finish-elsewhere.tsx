import type { DeliveryProgress, Progress } from "#modules/publishing/contract/deliveries.ts";
import { descriptors } from "#modules/publishing/platforms/platforms.ts";

import { NewTabLink } from "../new-tab-link.tsx";

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
  const channelName = named && channel ? ` (${channel.title})` : "";
  return (
    <p className="mt-4 max-w-prose text-soft">
      <NewTabLink href={studio.url(videoId)} label={`Finish in ${studio.name}${channelName}`} />
      <span className="mt-0.5 block text-sm">
        Set {studio.unavailable} there: {name} doesn't let other apps do it.
      </span>
    </p>
  );
}
