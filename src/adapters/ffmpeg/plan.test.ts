import { describe, expect, it } from "vitest";

import type { ProbeFacts } from "./facts.ts";
import { deferredHeights, maxOriginalBitrate, planPlayback, renditionHeight } from "./plan.ts";

const playable: ProbeFacts = {
  container: "mp4",
  bytes: 10_000_000,
  durationSeconds: 10,
  durationDeclared: true,
  bitrate: 8_000_000,
  video: {
    codec: "avc",
    codecString: "avc1.640028",
    width: 1920,
    height: 1080,
    codedWidth: 1920,
    codedHeight: 1080,
    rotation: 0,
    mirrored: false,
    bitDepth: 8,
    chroma: "4:2:0",
    hdr: null,
    matrix: "bt709",
    interlaced: false,
    rate: { num: 30_000, den: 1001 },
    constantRate: true,
    frames: 300,
    framesCounted: true,
    hiddenFrames: 0,
    startSeconds: 0,
    keyFramesOnly: false,
  },
  audio: { codec: "aac", codecString: "mp4a.40.2", channels: 2, sampleRate: 48_000, startSeconds: -0.021 },
};

const but = (
  change: Partial<Omit<ProbeFacts, "video">> & { video?: Partial<ProbeFacts["video"]> },
): ProbeFacts => ({ ...playable, ...change, video: { ...playable.video, ...change.video } });

describe("planPlayback", () => {
  it.each([
    ["H.264 in MP4", playable],
    ["H.264 in MOV", but({ container: "mov" })],
    [
      "VP9 in WebM with Opus",
      but({ container: "webm", video: { codec: "vp9" }, audio: { ...sound(), codec: "opus" } }),
    ],
    ["8-bit AV1", but({ video: { codec: "av1" } })],
    ["a silent video", but({ audio: null })],
    ["a turned video", but({ video: { rotation: 90, width: 1080, height: 1920 } })],
    ["a start rounded to WebM's clock", but({ video: { startSeconds: 0.001 } })],
    ["a start before zero by WebM's clock", but({ video: { startSeconds: -0.001 } })],
    ["the picture 21 ms after the sound", but({ video: { startSeconds: 0.021 } })],
    ["the picture half a frame after the sound", but({ video: { startSeconds: 0.0165 } })],
    [
      "the picture 7 ms after the sound at 120 fps",
      but({ video: { startSeconds: 0.007, rate: { num: 120, den: 1 } } }),
    ],
    ["the picture a quarter of a second after the sound", but({ video: { startSeconds: 0.25 } })],
    ["one key frame in a minute", but({ video: { keyFrameSeconds: 60 } })],
    ["a start after that of Opus", but({ video: { startSeconds: 0.007 } })],
    ["the same at 60 fps", but({ video: { startSeconds: 0.007, rate: { num: 60, den: 1 } } })],
    [
      "WebM's clock at 240 fps",
      but({ video: { startSeconds: 0.001, rate: { num: 240, den: 1 }, codedWidth: 640, codedHeight: 360 } }),
    ],
  ])("plays %s as it is", (_name, facts) => {
    expect(planPlayback(facts)).toEqual({ kind: "original" });
  });

  it.each([
    ["another container", but({ container: "matroska" }), "container"],
    ["HEVC", but({ video: { codec: "hevc" } }), "hevc"],
    ["10 bits", but({ video: { bitDepth: 10 } }), "10-bit"],
    ["4:2:2", but({ video: { chroma: "4:2:2" } }), "4:2:2"],
    ["high dynamic range", but({ video: { hdr: "pq" } }), "dynamic range"],
    ["PCM sound", but({ audio: { ...sound(), codec: "pcm-s16" } }), "pcm-s16"],
    ["a late start", but({ video: { startSeconds: 0.251 } }), "zero"],
    ["a late start without sound", but({ video: { startSeconds: 0.021 }, audio: null }), "zero"],
    [
      "a late start of picture and sound",
      but({ video: { startSeconds: 0.2 }, audio: { ...sound(), startSeconds: 0.18 } }),
      "zero",
    ],
    ["an early start", but({ video: { startSeconds: -0.007 } }), "zero"],
    ["interlaced pictures", but({ video: { interlaced: true } }), "interlaced"],
    ["an edit list", but({ video: { hiddenFrames: 9 } }), "edit list"],
    ["a variable rate", but({ video: { constantRate: false } }), "variable"],
    ["no stated duration", but({ durationDeclared: false }), "duration"],
    ["too many bits", but({ bitrate: maxOriginalBitrate + 1_000_000 }), "31 Mbit/s"],
    ["a huge picture", but({ video: { codedWidth: 7680, codedHeight: 4320 } }), "4096"],
  ])("makes a rendition of %s and says why", (_name, facts, reason) => {
    expect(planPlayback(facts)).toMatchObject({ kind: "rendition", reason: expect.stringContaining(reason) });
  });

  it.each([
    [1920, 1080, 720, 1080],
    [3840, 2160, 720, 1080],
    [1280, 720, 720, null],
    [640, 360, 360, null],
    [1080, 1920, 1280, 1920],
    [641, 361, 360, null],
    [2048, 858, 720, 858],
  ])("renders %i × %i at %i lines, later at %j", (width, height, first, later) => {
    const facts = but({ video: { codec: "prores", width, height } });
    const rendition = { height: renditionHeight(facts), bitrate: 1 };
    expect([rendition.height, deferredHeights(facts, rendition, false).highResolution]).toEqual([
      first,
      later,
    ]);
  });
});

describe("a small file", () => {
  it.each([
    ["a heavy video", playable, 360],
    ["a light one", but({ bitrate: 2_000_000 }), null],
    ["a heavy portrait", but({ video: { width: 1080, height: 1920 } }), 640],
    ["a small one", but({ video: { width: 320, height: 180 } }), 180],
  ])("of %s that is watched as it is has the lines that help", (_name, facts, light) => {
    expect(deferredHeights(facts, null, false)).toEqual({ highResolution: null, light });
  });

  it("shows frames while the original is stepped through", () => {
    expect(deferredHeights(but({ bitrate: 1 }), null, true)).toEqual({ highResolution: null, light: 360 });
  });

  const hd = { width: 1280, height: 720 };
  it.each([
    ["a heavy one of a source that is light", 720, 2_500_000, but({ bitrate: 1e6, video: hd }), 360],
    ["a light one of a source that is heavy", 720, 1_900_000, but({ bitrate: 1e8, video: hd }), null],
    ["a light one that a heavy one of higher resolution replaces", 720, 1_000_000, playable, 360],
    ["one whose one of higher resolution is light too", 720, 800_000, playable, null],
    ["a heavy one that has no more lines", 360, 2_500_000, but({ video: { width: 640, height: 360 } }), null],
  ])("goes by what is watched, beside a rendition: %s", (_name, height, bitrate, facts, light) => {
    expect(deferredHeights(facts, { height, bitrate }, false).light).toBe(light);
  });
});

function sound() {
  return { codec: "aac", codecString: null, channels: 2, sampleRate: 48_000, startSeconds: 0 };
}
