import type { ReactNode } from "react";

import { buttonClass } from "#ui/button-class.ts";
import { classNames } from "#ui/class-names.ts";
import { Playhead } from "#ui/playhead.tsx";
import { Track, type TrackTone } from "#ui/track.tsx";

import { FilmFrame } from "./film-frame.tsx";

/** Names of the stages, as on task cards. */
export const steps = ["assigned", "in review", "approved", "publishing", "published"];

/** An illustration built from components of the product. Decorative: the text beside it has the same content. */
function Illustration({ children }: { children: ReactNode }) {
  return (
    <div
      aria-hidden
      className="pointer-events-none flex flex-col justify-center border bg-panel p-5 select-none sm:p-6"
    >
      {children}
    </div>
  );
}

function FilmTitle({ children }: { children: ReactNode }) {
  return <p className="font-heading text-xl">{children}</p>;
}

function TaskProgress({
  position,
  tone,
  labels,
}: {
  position: number;
  tone?: TrackTone;
  labels: [string, string];
}) {
  return (
    <>
      <Track steps={steps} position={position} {...(tone && { tone })} label="" className="mt-3" />
      <p className="numerals mt-1 flex flex-wrap justify-between gap-x-4 text-sm text-soft">
        <span className={tone === "live" ? "text-tally" : tone === "done" ? "text-go" : "text-ink"}>
          {labels[0]}
        </span>
        <span>{labels[1]}</span>
      </p>
    </>
  );
}

/** The card of a new task. */
export function TaskCardIllustration() {
  return (
    <Illustration>
      <div className="grid grid-cols-[5rem_minmax(0,1fr)] gap-x-4">
        <FilmFrame at={0.05} className="aspect-video w-full" />
        <div>
          <FilmTitle>Monsoon on the Konkan line</FilmTitle>
          <p className="mt-1 text-sm text-soft">Open on the bridge. Keep the rain audible.</p>
        </div>
      </div>
      <TaskProgress position={0.5} labels={["assigned", "due Nov 28, 6:30 PM"]} />
    </Illustration>
  );
}

/** An upload in progress. */
export function UploadIllustration() {
  return (
    <Illustration>
      <p className="numerals flex flex-wrap justify-between gap-x-4 text-sm">
        <span>version 1, uploading</span>
        <span className="text-tally">64%</span>
      </p>
      <ProgressLine at={0.64} tone="text-tally" />
      <p className="numerals text-sm text-soft">1.36 GB of 2.12 GB</p>
    </Illustration>
  );
}

/** A received version and its notification. */
export function ReadyIllustration() {
  return (
    <Illustration>
      <p className="numerals flex flex-wrap justify-between gap-x-4 text-sm">
        <span>version 1, uploaded</span>
        <span className="text-soft">2.12 GB</span>
      </p>
      <ProgressLine at={1} tone="text-ink" />
      <div className="mt-4 border-t pt-4">
        <p className="flex items-center gap-2 font-medium">
          <span className="size-2 rounded-full bg-tally" />
          Ready to review
        </p>
        <p className="mt-1 text-sm text-soft">
          Version 1 of "Monsoon on the Konkan line" is ready for review.
        </p>
      </div>
    </Illustration>
  );
}

/** A version in the player with the decision buttons. */
export function ReviewIllustration() {
  return (
    <Illustration>
      <FilmFrame at={0.82} className="h-28 w-full" />
      <ProgressLine at={0.42} tone="text-ink" />
      <p className="numerals flex justify-between text-sm text-soft">
        <span className="text-ink">03:27</span>
        <span>08:14</span>
      </p>
      <div className="mt-4 flex justify-end gap-2">
        <span className={buttonClass("outline", "small")}>Reject</span>
        <span className={buttonClass("primary", "small")}>Approve</span>
      </div>
    </Illustration>
  );
}

/** Title, tags and visibility of the video. */
export function DetailsIllustration() {
  const rows = [
    ["Title", "Monsoon on the Konkan line"],
    ["Tags", "railway, monsoon, documentary"],
    ["Made for kids", "No"],
    ["Visibility", "Public"],
  ] as const;
  return (
    <Illustration>
      {rows.map(([label, value]) => (
        <p
          key={label}
          className="grid grid-cols-[7rem_minmax(0,1fr)] gap-x-4 border-b py-2.5 last:border-b-0"
        >
          <span className="text-sm text-soft">{label}</span>
          <span>{value}</span>
        </p>
      ))}
    </Illustration>
  );
}

/** The three steps of publishing. */
export function DeliveryIllustration() {
  const parts = ["video uploaded as private", "thumbnail set", "visibility set to public"];
  return (
    <Illustration>
      <FilmTitle>Monsoon on the Konkan line</FilmTitle>
      <TaskProgress position={3.67} tone="live" labels={["publishing, 67%", "1.42 GB of 2.12 GB"]} />
      <ol className="mt-4 border-t">
        {parts.map((part, index) => (
          <li
            key={part}
            className="numerals flex items-center gap-3 border-b py-2 text-sm text-soft last:border-b-0"
          >
            <span className={classNames("size-2 rounded-full", index === 0 ? "bg-tally" : "bg-edge")} />
            {part}
          </li>
        ))}
      </ol>
    </Illustration>
  );
}

/** A published video. */
export function PublishedIllustration() {
  return (
    <Illustration>
      <FilmFrame at={0.95} className="h-28 w-full" />
      <div className="mt-3">
        <FilmTitle>Monsoon on the Konkan line</FilmTitle>
      </div>
      <TaskProgress position={5} tone="done" labels={["published", "watch on YouTube"]} />
    </Illustration>
  );
}

function ProgressLine({ at, tone }: { at: number; tone: string }) {
  const left = `${at * 100}%`;
  return (
    <div className="relative my-1 h-6">
      <span className="absolute inset-x-0 top-3.5 h-0.5 bg-line" />
      <span className="absolute top-3.5 left-0 h-0.5 bg-ink" style={{ width: left }} />
      <span className={classNames("absolute inset-y-0", tone)} style={{ left }}>
        <Playhead className="h-full" />
      </span>
    </div>
  );
}
