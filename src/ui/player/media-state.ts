import { useCallback, useSyncExternalStore, type RefObject } from "react";

export type MediaRef = RefObject<HTMLVideoElement | null>;
/** A video, or a sound that is heard instead of that of a video. */
export type SoundRef = RefObject<HTMLMediaElement | null>;

/** Current state of a video or audio element. Times in seconds. */
export interface MediaState {
  /** Metadata is loaded: duration, width and height are known. */
  ready: boolean;
  playing: boolean;
  /** Paused, but about to play at a scheduled time. */
  starting: boolean;
  /** Playback has started before. */
  started: boolean;
  /** Playing, but waiting for data. */
  waiting: boolean;
  /** A seek is in progress. */
  seeking: boolean;
  ended: boolean;
  duration: number;
  /** End of the buffered range at the current time. */
  bufferedUntil: number;
  /** 0 to 1. */
  volume: number;
  muted: boolean;
  rate: number;
  /** Pixels; 0 until ready. */
  width: number;
  height: number;
  /** `MediaError.code`, or null. */
  errorCode: number | null;
}

const nothing: MediaState = {
  ready: false,
  playing: false,
  starting: false,
  started: false,
  waiting: false,
  seeking: false,
  ended: false,
  duration: 0,
  bufferedUntil: 0,
  volume: 1,
  muted: false,
  rate: 1,
  width: 0,
  height: 0,
  errorCode: null,
};

const stateKeys = [
  "ready",
  "playing",
  "starting",
  "started",
  "waiting",
  "seeking",
  "ended",
  "duration",
  "bufferedUntil",
  "volume",
  "muted",
  "rate",
  "width",
  "height",
  "errorCode",
] as const;

const startingEvent = "startingchange";
/** The user doesn't want a medium to play that is about to. */
export const cancelStartEvent = "cancelstart";
const stateEvents = [
  "loadstart",
  "loadedmetadata",
  "durationchange",
  "resize",
  "emptied",
  "error",
  "progress",
  "canplay",
  "play",
  "playing",
  "pause",
  "waiting",
  "seeking",
  "seeked",
  "ended",
  "volumechange",
  "ratechange",
  startingEvent,
];
const timeEvents = ["timeupdate", "seeking", "seeked", "loadedmetadata", "emptied", "pause"];

const lastState = new WeakMap<HTMLMediaElement, MediaState>();
const lastTime = new WeakMap<HTMLMediaElement, number>();
/** Rates that make up for a difference to what a medium follows, and the speeds they belong to. */
const corrections = new WeakMap<HTMLMediaElement, { rate: number; speed: number }>();
/** Media that are about to play. */
const startingMedia = new WeakSet<HTMLMediaElement>();
/** Media whose playback has begun. `played` is not used: it has a range in Chromium after a seek before the metadata is loaded. */
const startedMedia = new WeakSet<HTMLMediaElement>();

/** Plays at a rate that differs from the chosen speed for a moment. Controls show the speed. */
export function playCorrected(media: HTMLMediaElement, speed: number, rate: number): void {
  corrections.set(media, { rate, speed });
  if (media.playbackRate !== rate) media.playbackRate = rate;
}

/** The chosen speed of a medium. */
export function chosenSpeed(media: HTMLMediaElement): number {
  const correction = corrections.get(media);
  return correction?.rate === media.playbackRate ? correction.speed : media.playbackRate;
}

/** Says whether a paused medium is about to play at a scheduled time. */
export function setStarting(media: HTMLMediaElement, starting: boolean): void {
  if (starting === startingMedia.has(media)) return;
  if (starting) startingMedia.add(media);
  else startingMedia.delete(media);
  media.dispatchEvent(new Event(startingEvent));
}

/** Asks for no playback of a medium that is about to play. */
export function cancelStart(media: HTMLMediaElement): void {
  if (startingMedia.has(media)) media.dispatchEvent(new Event(cancelStartEvent));
}

function bufferedAround(media: HTMLMediaElement): number {
  const { buffered, currentTime } = media;
  for (let range = 0; range < buffered.length; range += 1) {
    if (buffered.start(range) <= currentTime + 0.1 && buffered.end(range) >= currentTime)
      return buffered.end(range);
  }
  return 0;
}

function readState(media: HTMLMediaElement): MediaState {
  const ready = media.readyState >= media.HAVE_METADATA;
  if (!media.paused) startedMedia.add(media);
  return {
    ready,
    started: startedMedia.has(media),
    playing: !media.paused && !media.ended,
    starting: media.paused && startingMedia.has(media),
    waiting: !media.paused && !media.ended && media.readyState < media.HAVE_FUTURE_DATA,
    seeking: media.seeking,
    ended: media.ended,
    duration: Number.isFinite(media.duration) ? media.duration : 0,
    bufferedUntil: bufferedAround(media),
    volume: media.volume,
    muted: media.muted,
    rate: chosenSpeed(media),
    width: ready && media instanceof HTMLVideoElement ? media.videoWidth : 0,
    height: ready && media instanceof HTMLVideoElement ? media.videoHeight : 0,
    errorCode: media.error?.code ?? null,
  };
}

/**
 * The state at the last event. Data arrives between events, too: with the values of the moment, one render could read two different
 * states, which `useSyncExternalStore` forbids.
 */
function lastMediaState(media: HTMLMediaElement | null): MediaState {
  return media ? (lastState.get(media) ?? updateState(media)) : nothing;
}

/** Reads the state; the same object until something changes. */
function updateState(media: HTMLMediaElement): MediaState {
  const before = lastState.get(media);
  const now = readState(media);
  if (before && stateKeys.every((key) => Object.is(before[key], now[key]))) return before;
  lastState.set(media, now);
  return now;
}

function listenTo(media: HTMLMediaElement, events: readonly string[], listen: () => void): () => void {
  for (const event of events) media.addEventListener(event, listen);
  return () => {
    for (const event of events) media.removeEventListener(event, listen);
  };
}

/** The state of a video element. Does not re-render when only the time changes. */
export function useMediaState(ref: SoundRef): MediaState {
  const subscribe = useCallback(
    (listen: () => void) => {
      const media = ref.current;
      if (!media) return () => undefined;
      // Nobody may have listened to the last events.
      updateState(media);
      return listenTo(media, stateEvents, () => {
        updateState(media);
        listen();
      });
    },
    [ref],
  );
  return useSyncExternalStore(subscribe, () => lastMediaState(ref.current));
}

/** The current time in seconds, updated on every animation frame while the video plays. */
export function useMediaTime(ref: MediaRef): number {
  const subscribe = useCallback(
    (listen: () => void) => {
      const media = ref.current;
      if (!media) return () => undefined;
      let frame = 0;
      const sample = () => {
        lastTime.set(media, media.currentTime);
        listen();
      };
      const follow = () => {
        sample();
        frame = media.paused ? 0 : requestAnimationFrame(follow);
      };
      const start = () => {
        if (frame === 0) follow();
      };
      const stops = [listenTo(media, timeEvents, sample), listenTo(media, ["play"], start)];
      start();
      return () => {
        cancelAnimationFrame(frame);
        for (const stop of stops) stop();
      };
    },
    [ref],
  );
  return useSyncExternalStore(subscribe, () => (ref.current ? (lastTime.get(ref.current) ?? 0) : 0));
}
