import { afterFailedRequest, type BodyState, initialBody, isBuffered, nextBody } from "./request-body.ts";
import { afterSleep, isStalled, notStalled, observe, type StallState } from "./stall.ts";
import { busyStatus, isTemporary, unreadableFile } from "./upload-errors.ts";

/**
 * Above this speed in bytes a second (1 Gbit/s, about what one core can hash) the file is hashed after its last byte:
 * browser, disk and server have no time to spare.
 */
const fastConnection = 125e6;
/** A refused upload checks the lock again within this time, in milliseconds; meanwhile stored bytes are another's. */
const refusalLifetime = 8000;

/** Progress of an upload on the server. */
export interface ServerProgress {
  /** Stored bytes. */
  received: number;
  /** All bytes are stored, and the server is still assembling the file. */
  finishing: boolean;
}

/** The state of an upload on screen. */
export type UploadStatus =
  | { status: "progress"; received: number }
  /** The connection is lost or the server does not respond; the upload retries. */
  | { status: "waiting" }
  /** Another window or browser sends the same file; this one continues when that one stops. */
  | { status: "elsewhere" }
  | { status: "finishing" }
  | { status: "done" }
  | { status: "failed"; message: string };

/** The state of sending one file. Times are in milliseconds of one monotonic clock. */
export interface UploadState {
  fileSize: number;
  startedAt: number;
  startOffset: number;
  /** `sent`: every byte was sent, and the server is polled until it has assembled them. `closed`: nothing more happens. */
  phase: "sending" | "sent" | "paused" | "leaving" | "closed";
  /** The byte up to which the file has left the browser. */
  sentTo: number;
  /** When the last response refused the upload because another sender is active. */
  refusedAt: number | null;
  /** The last response stated that the server is assembling the file. */
  finishing: boolean;
  /** The server had all bytes when it was last polled. */
  wasComplete: boolean;
  body: BodyState;
  stall: StallState;
}

export type UploadEvent =
  | { type: "body_requested"; start: number }
  /** `offset` is null for requests without a body. */
  | { type: "request_started"; offset: number | null }
  | { type: "bytes_sent"; sentTo: number }
  | { type: "response_received"; status: number; finishing: boolean; at: number }
  | { type: "bytes_stored"; received: number; at: number }
  /** `status` is 0 without a response. */
  | { type: "request_failed"; status: number }
  | { type: "all_sent" }
  | { type: "retries_ended"; message: string }
  | { type: "poll_due"; at: number }
  /** `sentBefore` is `sentTo` when the poll began. */
  | { type: "polled"; result: ServerProgress | "timeout" | "unavailable"; sentBefore: number; at: number }
  | { type: "file_unreadable" }
  | { type: "online" }
  | { type: "woke" }
  | { type: "pause" }
  | { type: "resume" }
  | { type: "leave" }
  | { type: "left"; isComplete: boolean }
  | { type: "cancel" };

export type UploadEffect =
  | { type: "start" | "abort" | "restart" }
  /** Answers `request_failed`: without it, retries end. */
  | { type: "retry" }
  | { type: "poll" | "check_file" }
  /** Reports `message`, unless the file has become unreadable, which is the better explanation. */
  | { type: "explain"; message: string }
  /** Aborts the request and ends timers and listeners. */
  | { type: "close" }
  | { type: "allow_digest"; bytes: number }
  | { type: "report_digest" | "stop_digest" }
  | { type: "notify"; status: UploadStatus };

export interface Step {
  state: UploadState;
  effects: UploadEffect[];
}

export function initialUpload(file: { fileSize: number; startOffset: number; at: number }): UploadState {
  return {
    fileSize: file.fileSize,
    startedAt: file.at,
    startOffset: file.startOffset,
    phase: "sending",
    sentTo: 0,
    refusedAt: null,
    finishing: false,
    wasComplete: false,
    body: initialBody,
    stall: notStalled,
  };
}

/** The next state of an upload, and the effects to perform. */
export function step(state: UploadState, event: UploadEvent): Step {
  if (state.phase === "closed") return withoutEffects(state);
  if (state.phase === "leaving")
    return event.type === "left" ? leave(state, event.isComplete) : withoutEffects(state);
  switch (event.type) {
    case "body_requested":
      return withoutEffects({ ...state, body: nextBody(state.body, event.start, state.fileSize) });
    case "request_started":
      // Nothing of a new body has left yet, though more of the previous one may have left than was stored.
      return withoutEffects(event.offset === null ? state : { ...state, sentTo: event.offset });
    case "bytes_sent":
      return withoutEffects({ ...state, sentTo: event.sentTo });
    case "response_received": {
      const refusedAt = event.status === busyStatus ? event.at : null;
      return withoutEffects({ ...state, refusedAt, finishing: event.finishing });
    }
    case "bytes_stored":
      return { state, effects: progressEffects(state, event.received, event.at) };
    case "request_failed":
      return failRequest(state, event.status);
    case "all_sent":
      if (!state.finishing) return finish(state);
      return { state: { ...state, phase: "sent" }, effects: [notify({ status: "finishing" })] };
    case "retries_ended":
      return close(state, [{ type: "stop_digest" }, { type: "explain", message: event.message }]);
    case "poll_due":
      return { state, effects: mayPoll(state, event.at) ? [{ type: "poll" }] : [] };
    case "polled":
      return mayPoll(state, event.at) ? applyPoll(state, event) : withoutEffects(state);
    case "file_unreadable":
      return close(state, [{ type: "stop_digest" }, notify({ status: "failed", message: unreadableFile })]);
    case "online":
      return restart(state);
    case "woke":
      return withoutEffects({ ...state, stall: afterSleep });
    case "pause":
      return { state: { ...state, phase: "paused" }, effects: [{ type: "abort" }] };
    case "resume":
      return { state: { ...state, phase: "sending", stall: notStalled }, effects: [{ type: "start" }] };
    case "leave":
      return { state: { ...state, phase: "leaving" }, effects: [{ type: "close" }] };
    case "left":
      return withoutEffects(state);
    case "cancel":
      return close(state, [{ type: "stop_digest" }]);
  }
}

function failRequest(state: UploadState, status: number): Step {
  const { body, isResolved } = afterFailedRequest(state.body, { status, sentTo: state.sentTo });
  const next = { ...state, body };
  if (!isResolved && !isTemporary(status)) return withoutEffects(next);
  const effects: UploadEffect[] = [{ type: "retry" }];
  if (status === busyStatus) effects.push(notify({ status: "elsewhere" }));
  else if (!isResolved) effects.push(notify({ status: "waiting" }));
  // A changed file looks like a lost connection: the browser refuses to read it, and nothing is sent.
  if (status === 0) effects.push({ type: "check_file" });
  return { state: next, effects };
}

function applyPoll(
  state: UploadState,
  { result, sentBefore, at }: Extract<UploadEvent, { type: "polled" }>,
): Step {
  if (result === "timeout") {
    const isSilent = state.sentTo === sentBefore;
    return { state, effects: isSilent ? [notify({ status: "waiting" })] : [] };
  }
  // While nothing is being sent, no request finds out why the server is unavailable.
  if (result === "unavailable") return state.phase === "sent" ? restart(state) : withoutEffects(state);
  const { received, finishing } = result;
  const isComplete = received === state.fileSize;
  // The response to the last byte is on its way, unless it has not arrived by the next poll.
  if (isComplete && !finishing && state.wasComplete) return finish(state);
  const effects = progressEffects(state, received, at);
  const next = { ...state, wasComplete: isComplete };
  if (finishing) return { state: next, effects: [...effects, notify({ status: "finishing" })] };
  if (isBuffered(state.body, sentBefore, received)) return restart(next, effects);
  const stall = observe(state.stall, { sentTo: state.sentTo, received, at });
  if (!isStalled(stall, at)) return { state: { ...next, stall }, effects };
  const { body } = afterFailedRequest(state.body, { status: 0, sentTo: state.sentTo });
  return restart({ ...next, body }, effects);
}

/** Nothing is known of an upload that is paused, or that another sender continues. */
function mayPoll({ phase, refusedAt }: UploadState, at: number): boolean {
  return phase !== "paused" && (refusedAt === null || at - refusedAt >= refusalLifetime);
}

function progressEffects(state: UploadState, received: number, at: number): UploadEffect[] {
  const seconds = (at - state.startedAt) / 1000;
  const isFast = received - state.startOffset >= fastConnection * seconds;
  const progress = notify({ status: "progress", received });
  return isFast ? [progress] : [{ type: "allow_digest", bytes: received }, progress];
}

/** Sends in a new request. A paused upload stays paused. */
function restart(state: UploadState, effects: UploadEffect[] = []): Step {
  const next = { ...state, stall: notStalled };
  if (state.phase === "paused") return { state: next, effects };
  return { state: { ...next, phase: "sending" }, effects: [...effects, { type: "restart" }] };
}

function finish(state: UploadState): Step {
  return close(state, finishedEffects(state));
}

function leave(state: UploadState, isComplete: boolean): Step {
  const effects: UploadEffect[] = isComplete ? finishedEffects(state) : [{ type: "stop_digest" }];
  return { state: { ...state, phase: "closed" }, effects };
}

function finishedEffects({ fileSize }: UploadState): UploadEffect[] {
  return [{ type: "allow_digest", bytes: fileSize }, { type: "report_digest" }, notify({ status: "done" })];
}

function close(state: UploadState, effects: UploadEffect[]): Step {
  return { state: { ...state, phase: "closed" }, effects: [{ type: "close" }, ...effects] };
}

function notify(status: UploadStatus): UploadEffect {
  return { type: "notify", status };
}

function withoutEffects(state: UploadState): Step {
  return { state, effects: [] };
}
