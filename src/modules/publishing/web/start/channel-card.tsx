import type { PublishSummary } from "#modules/publishing/contract/start.ts";
import { descriptors } from "#modules/publishing/platforms/platforms.ts";
import { Avatar } from "#ui/avatar.tsx";
import { Badge } from "#ui/badge.tsx";

import { DisconnectButton } from "../destinations/disconnect-button.tsx";
import { ConsentButton } from "../destinations/reconnect-button.tsx";
import { ChannelHealth } from "../details/channel-health.tsx";
import { useCan } from "../use-can.ts";

interface ChannelCardProps {
  destination: PublishSummary["destinations"][number];
  taskId: number;
  /** Whether it is the task's only destination, which is replaced here; several are chosen in a list. */
  only: boolean;
}

/** A channel that the task is published on, with its health and actions to replace or disconnect it. */
export function ChannelCard({ destination, taskId, only }: ChannelCardProps) {
  const { kind, title, pictureUrl } = destination;
  const connects = useCan("manage");
  return (
    <div className="not-first:mt-5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Avatar name={title} src={pictureUrl} size={40} />
        <span className="min-w-0 truncate font-semibold">{title}</span>
        {!only && <Badge>{descriptors[kind].name}</Badge>}
        {only && (
          <span className="flex flex-wrap gap-1 max-sm:-ml-3">
            <ConsentButton
              taskId={taskId}
              kind={kind}
              size="small"
              variant="quiet"
              label="Use another channel"
            />
            {connects && <DisconnectButton destination={destination} />}
          </span>
        )}
      </div>
      {connects && <ChannelHealth destination={destination} taskId={taskId} />}
    </div>
  );
}
