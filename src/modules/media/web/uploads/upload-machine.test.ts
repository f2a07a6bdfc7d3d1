import { describe, expect, it } from "vitest";

import { uploadPiece } from "#modules/media/rules/limits.ts";

import {
  initialUpload,
  step,
  type UploadEffect,
  type UploadEvent,
  type UploadState,
} from "./upload-machine.ts";

const fileSize = 10 * uploadPiece;
const start = initialUpload({ fileSize, startOffset: 0, at: 0 });
/** Long after the start, so that no connection counts as fast. */
const later = 1_000_000;

/** The state after events, and the effects of the last one. */
function after(
  events: UploadEvent[],
  from: UploadState = start,
): { state: UploadState; effects: UploadEffect[] } {
  return events.reduce<{ state: UploadState; effects: UploadEffect[] }>(
    ({ state }, event) => step(state, event),
    {
      state: from,
      effects: [],
    },
  );
}

const effectsOf = (...events: UploadEvent[]) => after(events).effects;
const poll = (
  received: number,
  more: { finishing?: boolean; sentBefore?: number; at?: number } = {},
): UploadEvent => {
  const { finishing = false, sentBefore = 0, at = later } = more;
  return { type: "polled", result: { received, finishing }, sentBefore, at };
};
const failedPoll = (result: "timeout" | "unavailable", sentBefore = 0): UploadEvent => {
  return { type: "polled", result, sentBefore, at: later };
};
const refused: UploadEvent = { type: "response_received", status: 423, finishing: false, at: later };
const finishing: UploadEvent = { type: "response_received", status: 204, finishing: true, at: later };
const progress = (received: number): UploadEffect[] => [
  { type: "allow_digest", bytes: received },
  { type: "notify", status: { status: "progress", received } },
];
const finished: UploadEffect[] = [
  { type: "allow_digest", bytes: fileSize },
  { type: "report_digest" },
  { type: "notify", status: { status: "done" } },
];
const unreadable = { status: "failed", message: expect.stringContaining("changed or moved") };

describe("sending", () => {
  it("tracks which body is sent, from where, and how far it has left the browser", () => {
    const { state } = after([
      { type: "body_requested", start: 0 },
      { type: "request_started", offset: 5 },
      { type: "bytes_sent", sentTo: 7 },
    ]);
    expect(state).toMatchObject({ sentTo: 7, body: { current: { start: 0, end: fileSize, isWhole: true } } });
  });

  it("counts from the offset of a new request, but not of one without a body", () => {
    const sent: UploadEvent = { type: "bytes_sent", sentTo: 70 };
    expect(after([sent, { type: "request_started", offset: 50 }]).state.sentTo).toBe(50);
    expect(after([sent, { type: "request_started", offset: null }]).state.sentTo).toBe(70);
  });

  it("shows stored bytes and lets the digest read them", () => {
    expect(effectsOf({ type: "bytes_stored", received: 50, at: later })).toEqual(progress(50));
  });

  it("leaves the digest for later on a fast connection", () => {
    const stored: UploadEvent = { type: "bytes_stored", received: 200e6, at: 1000 };
    expect(effectsOf(stored)).toEqual(progress(200e6).slice(1));
    const resumed = initialUpload({ fileSize, startOffset: 150e6, at: 0 });
    expect(step(resumed, stored).effects).toEqual(progress(200e6));
  });

  it("is done when everything is sent", () => {
    const { state, effects } = after([{ type: "all_sent" }]);
    expect(effects).toEqual([{ type: "close" }, ...finished]);
    expect(state.phase).toBe("closed");
  });

  it("waits for a server that is still assembling the file", () => {
    const { state, effects } = after([finishing, { type: "all_sent" }]);
    expect(effects).toEqual([{ type: "notify", status: { status: "finishing" } }]);
    expect(state.phase).toBe("sent");
  });
});

describe("a failed request", () => {
  it("is retried after a lost connection; the file is checked, which may be the cause", () => {
    expect(effectsOf({ type: "request_failed", status: 0 })).toEqual([
      { type: "retry" },
      { type: "notify", status: { status: "waiting" } },
      { type: "check_file" },
    ]);
  });

  it("is retried while another sender is active", () => {
    expect(effectsOf({ type: "request_failed", status: 423 })).toEqual([
      { type: "retry" },
      { type: "notify", status: { status: "elsewhere" } },
    ]);
  });

  it("is retried in pieces without notice where the whole file is too large", () => {
    const whole: UploadEvent = { type: "body_requested", start: 0 };
    const { state, effects } = after([whole, { type: "request_failed", status: 413 }]);
    expect(effects).toEqual([{ type: "retry" }]);
    expect(step(state, whole).state.body.current).toMatchObject({ end: uploadPiece });
  });

  it.each([401, 404, 410, 507])("is not retried after %i", (status) => {
    expect(effectsOf({ type: "request_failed", status })).toEqual([]);
  });

  it("ends the upload with an explanation when retries end", () => {
    const { state, effects } = after([{ type: "retries_ended", message: "No." }]);
    expect(effects).toEqual([
      { type: "close" },
      { type: "stop_digest" },
      { type: "explain", message: "No." },
    ]);
    expect(state.phase).toBe("closed");
  });

  it("ends the upload when the file can't be read", () => {
    const { state, effects } = after([{ type: "file_unreadable" }]);
    expect(effects).toEqual([
      { type: "close" },
      { type: "stop_digest" },
      { type: "notify", status: unreadable },
    ]);
    expect(state.phase).toBe("closed");
  });
});

describe("polling", () => {
  const due: UploadEvent = { type: "poll_due", at: later };

  it("asks the server while sending", () => {
    expect(effectsOf(due)).toEqual([{ type: "poll" }]);
    expect(effectsOf(finishing, { type: "all_sent" }, due)).toEqual([{ type: "poll" }]);
  });

  it("pauses with the upload, and for a while after a refusal", () => {
    expect(effectsOf({ type: "pause" }, due)).toEqual([]);
    expect(effectsOf({ type: "pause" }, poll(50))).toEqual([]);
    expect(effectsOf(refused, due)).toEqual([]);
    expect(effectsOf(refused, poll(50))).toEqual([]);
    expect(effectsOf(refused, { ...due, at: later + 8000 })).toEqual([{ type: "poll" }]);
    expect(effectsOf(refused, { ...refused, status: 204 }, due)).toEqual([{ type: "poll" }]);
  });

  it("shows what the server has stored", () => {
    expect(effectsOf(poll(50))).toEqual(progress(50));
    expect(effectsOf(poll(fileSize, { finishing: true }))).toEqual([
      ...progress(fileSize),
      { type: "notify", status: { status: "finishing" } },
    ]);
  });

  it("shows a lost connection after a timeout, unless bytes were sent meanwhile", () => {
    expect(effectsOf(failedPoll("timeout"))).toEqual([{ type: "notify", status: { status: "waiting" } }]);
    expect(effectsOf({ type: "bytes_sent", sentTo: 7 }, failedPoll("timeout"))).toEqual([]);
  });

  it("sends a new request after a failure only when none is active", () => {
    expect(effectsOf(failedPoll("unavailable"))).toEqual([]);
    const { state, effects } = after([finishing, { type: "all_sent" }, failedPoll("unavailable")]);
    expect(effects).toEqual([{ type: "restart" }]);
    expect(state.phase).toBe("sending");
  });

  it("is done when the server has everything twice in a row, without the last response", () => {
    expect(effectsOf(poll(fileSize))).toEqual(progress(fileSize));
    expect(effectsOf(poll(fileSize), poll(fileSize))).toEqual([{ type: "close" }, ...finished]);
    expect(effectsOf(poll(fileSize), poll(50), poll(fileSize))).toEqual(progress(fileSize));
    expect(effectsOf(poll(fileSize, { finishing: true }), poll(fileSize))).toEqual([
      { type: "close" },
      ...finished,
    ]);
  });

  it("continues in pieces where a proxy buffers the file", () => {
    const whole: UploadEvent = { type: "body_requested", start: 0 };
    const buffered = poll(0, { sentBefore: uploadPiece + 1 });
    expect(effectsOf(whole, buffered)).toEqual([...progress(0), { type: "restart" }]);
    expect(effectsOf(whole, whole, buffered)).toEqual(progress(0));
  });

  it("sends a stalled request again", () => {
    const sending: UploadEvent = { type: "body_requested", start: 50 };
    const sent: UploadEvent = { type: "bytes_sent", sentTo: 70 };
    const stalled = [sending, sent, poll(50), poll(50, { at: later + 30_001 })];
    expect(effectsOf(...stalled)).toEqual([...progress(50), { type: "restart" }]);
    expect(after(stalled).state).toMatchObject({ stall: { last: null }, body: { interruptedAt: 50 } });
  });

  it("sends a stalled request again sooner after a sleep", () => {
    const soon = poll(50, { at: later + 1501 });
    expect(effectsOf(poll(50), soon)).toEqual(progress(50));
    expect(effectsOf({ type: "woke" }, poll(50), soon)).toEqual([...progress(50), { type: "restart" }]);
  });
});

describe("the user and the network", () => {
  it("pauses and resumes", () => {
    const paused = after([{ type: "woke" }, { type: "pause" }]);
    expect(paused).toMatchObject({ state: { phase: "paused" }, effects: [{ type: "abort" }] });
    const resumed = step(paused.state, { type: "resume" });
    expect(resumed.effects).toEqual([{ type: "start" }]);
    expect(resumed.state).toMatchObject({ phase: "sending", stall: { hasSlept: false } });
  });

  it("sends a new request when the browser is online again, unless it is paused", () => {
    expect(effectsOf({ type: "online" })).toEqual([{ type: "restart" }]);
    const paused = after([{ type: "pause" }, { type: "online" }]);
    expect(paused).toMatchObject({ state: { phase: "paused" }, effects: [] });
  });

  it("leaves an upload that is incomplete", () => {
    const leaving = after([{ type: "leave" }]);
    expect(leaving).toMatchObject({ state: { phase: "leaving" }, effects: [{ type: "close" }] });
    expect(step(leaving.state, { type: "online" }).effects).toEqual([]);
    const left = step(leaving.state, { type: "left", isComplete: false });
    expect(left).toMatchObject({ state: { phase: "closed" }, effects: [{ type: "stop_digest" }] });
  });

  it("is done when it was left with everything stored", () => {
    const left = after([{ type: "leave" }, { type: "left", isComplete: true }]);
    expect(left.effects).toEqual(finished);
    expect(left.state.phase).toBe("closed");
  });

  it("cancels", () => {
    const { state, effects } = after([{ type: "cancel" }]);
    expect(effects).toEqual([{ type: "close" }, { type: "stop_digest" }]);
    expect(state.phase).toBe("closed");
  });

  it.each<UploadEvent>([
    { type: "online" },
    { type: "resume" },
    { type: "all_sent" },
    { type: "file_unreadable" },
    { type: "retries_ended", message: "No." },
    { type: "poll_due", at: later },
    poll(fileSize),
  ])("ignores $type once it is closed", (event) => {
    const closed = after([{ type: "cancel" }]).state;
    expect(step(closed, event)).toEqual({ state: closed, effects: [] });
  });

  it("ignores that it was left when it was not leaving", () => {
    expect(effectsOf({ type: "left", isComplete: true })).toEqual([]);
  });
});
