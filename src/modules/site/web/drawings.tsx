import type { ReactNode } from "react";

import { buttonClass } from "#ui/button-class.ts";
import { classNames } from "#ui/class-names.ts";
import { Playhead } from "#ui/playhead.tsx";
import { Track, type TrackTone } from "#ui/track.tsx";

import { Frame } from "./frame.tsx";

/** The stretches of the track, as task cards name them. */
export const steps = ["assigned", "in review", "approved", "publishing", "published"];

/** A piece of the product, drawn with its own parts; what it shows is always said in words beside it. */
function Drawing({ children }: { children: ReactNode }) {
  return (
    <div
      aria-hidden
      className="pointer-events-none flex flex-col justify-center border bg-panel p-5 select-none sm:p-6"
    >
      {children}
    </div>
  );
}

function Film({ children }: { children: ReactNode }) {
  return <p className="font-heading text-xl">{children}</p>;
}

function Rail({ position, tone, words }: { position: number; tone?: TrackTone; words: [string, string] }) {
  return (
    <>
      <Track steps={steps} position={position} {...(tone && { tone })} label="" className="mt-3" />
      <p className="numerals mt-1 flex flex-wrap justify-between gap-x-4 text-sm text-soft">
        <span className={tone === "live" ? "text-tally" : tone === "done" ? "text-go" : "text-ink"}>
          {words[0]}
        </span>
        <span>{words[1]}</span>
      </p>
    </>
  );
}

/** A task's card on the day it is made. */
export function CardDrawing() {
  return (
    <Drawing>
      <div className="grid grid-cols-[5rem_minmax(0,1fr)] gap-x-4">
        <Frame at={0.05} className="aspect-video w-full" />
        <div>
          <Film>Monsoon on the Konkan line</Film>
          <p className="mt-1 text-sm text-soft">Open on the bridge. Keep the rain audible.</p>
        </div>
      </div>
      <Rail position={0.5} words={["assigned", "due Nov 28, 6:30 PM"]} />
    </Drawing>
  );
}

/** An upload that has come two thirds of the way. */
export function UploadDrawing() {
  return (
    <Drawing>
      <p className="numerals flex flex-wrap justify-between gap-x-4 text-sm">
        <span>version 1, uploading</span>
        <span className="text-tally">64 %</span>
      </p>
      <Line at={0.64} tone="text-tally" />
      <p className="numerals text-sm text-soft">1.36 GB of 2.12 GB</p>
    </Drawing>
  );
}

/** A version that has arrived, and what is said about it. */
export function ReadyDrawing() {
  return (
    <Drawing>
      <p className="numerals flex flex-wrap justify-between gap-x-4 text-sm">
        <span>version 1, uploaded</span>
        <span className="text-soft">2.12 GB</span>
      </p>
      <Line at={1} tone="text-ink" />
      <div className="mt-4 border-t pt-4">
        <p className="flex items-center gap-2 font-medium">
          <span className="size-2 rounded-full bg-tally" />
          Ready to review
        </p>
        <p className="mt-1 text-sm text-soft">"Monsoon on the Konkan line" can be watched now.</p>
      </div>
    </Drawing>
  );
}

/** A version in the player, and the two answers to it. */
export function ReviewDrawing() {
  return (
    <Drawing>
      <Frame at={0.82} className="h-28 w-full" />
      <Line at={0.42} tone="text-ink" />
      <p className="numerals flex justify-between text-sm text-soft">
        <span className="text-ink">03:27</span>
        <span>08:14</span>
      </p>
      <div className="mt-4 flex justify-end gap-2">
        <span className={buttonClass("outline", "small")}>Reject</span>
        <span className={buttonClass("primary", "small")}>Approve</span>
      </div>
    </Drawing>
  );
}

/** What the video will be called, and who may see it. */
export function DetailsDrawing() {
  const rows = [
    ["Title", "Monsoon on the Konkan line"],
    ["Tags", "railway, monsoon, documentary"],
    ["Made for kids", "No"],
    ["Visibility", "Public"],
  ] as const;
  return (
    <Drawing>
      {rows.map(([label, value]) => (
        <p
          key={label}
          className="grid grid-cols-[7rem_minmax(0,1fr)] gap-x-4 border-b py-2.5 last:border-b-0"
        >
          <span className="text-sm text-soft">{label}</span>
          <span>{value}</span>
        </p>
      ))}
    </Drawing>
  );
}

/** The three things that the server does on the way to the channel. */
export function DeliveryDrawing() {
  const parts = ["video sent, private", "thumbnail set", "made public"];
  return (
    <Drawing>
      <Film>Monsoon on the Konkan line</Film>
      <Rail position={3.67} tone="live" words={["publishing, 67 %", "1.42 GB of 2.12 GB"]} />
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
    </Drawing>
  );
}

/** A film that has arrived. */
export function PublishedDrawing() {
  return (
    <Drawing>
      <Frame at={0.95} className="h-28 w-full" />
      <div className="mt-3">
        <Film>Monsoon on the Konkan line</Film>
      </div>
      <Rail position={5} tone="done" words={["published", "watch on YouTube"]} />
    </Drawing>
  );
}

function Line({ at, tone }: { at: number; tone: string }) {
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
