import type { ReactNode } from "react";

import { formatBytes } from "#ui/format.ts";
import { Timecode } from "#ui/timecode.tsx";

import type { PublishSummary } from "../contract.ts";
import { ChannelCard } from "./channel-card.tsx";

/** The channel and the video as they will be published. */
export function SummaryList({ summary }: { summary: PublishSummary }) {
  const picture = summary.thumbnail ?? summary.posterUrl;
  return (
    <dl className="mt-8 border-t">
      <Row name="Channel">
        <ChannelCard
          channel={summary.channel}
          taskId={summary.taskId}
          destinationId={leadingOf(summary.destinations)}
        />
      </Row>
      <Row name="Title">
        <p className="font-heading text-xl">{summary.title}</p>
      </Row>
      <Row name="Thumbnail">
        {picture && (
          <img src={picture} alt="" className="aspect-video w-40 rounded-xs bg-picture object-cover" />
        )}
        {!summary.thumbnail && (
          <p className={picture ? "mt-2 text-sm text-soft" : "text-soft"}>
            No custom thumbnail. YouTube picks a frame of the video.
          </p>
        )}
      </Row>
      <Row name="For kids">{summary.madeForKids ? "Yes, made for kids" : "No, not made for kids"}</Row>
      <Row name="File">
        <Timecode tone="ink">{formatBytes(summary.bytes)}</Timecode>{" "}
        <span className="text-soft">the approved version, unchanged</span>
      </Row>
    </dl>
  );
}

/** The destination that the summary's channel belongs to. */
function leadingOf(destinations: PublishSummary["destinations"]): string | undefined {
  return (destinations.find(({ kind }) => kind === "youtube") ?? destinations[0])?.id;
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-1 border-b py-4 sm:grid-cols-[8rem_minmax(0,1fr)] sm:gap-4">
      <dt className="text-sm text-soft">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}
