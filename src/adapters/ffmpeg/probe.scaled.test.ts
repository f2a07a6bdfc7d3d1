import { copyFile, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { childProcesses } from "#testing/child-processes.ts";
import { clip } from "#testing/clips.ts";
import { everyFfmpeg } from "#testing/every-ffmpeg.ts";
import { inSweep } from "#testing/tier.ts";

import type { ProbeFacts } from "./facts.ts";
import { parseFacts } from "./ffmpeg-facts.ts";
import type { Ffmpeg } from "./ffmpeg.ts";
import { planPlayback } from "./plan.ts";
import { probe, probeRemote, prestartProbe } from "./probe.ts";

let ffmpeg: Ffmpeg;

async function factsOf(name: Parameters<typeof clip>[0]): Promise<ProbeFacts> {
  const found = await probe(await clip(name), { ffmpeg });
  if (!found.ok) throw new Error(`${name} was refused: ${found.message}`);
  return found.facts;
}

/** Probe processes of this process. */
const readers = () => childProcesses("probe-process");

describe.each(everyFfmpeg)("probe, ffmpeg $version from $from", (one) => {
  beforeAll(() => {
    ffmpeg = one;
  });

  it.runIf(process.platform === "linux")("uses the prestarted process for the first file", async () => {
    await prestartProbe();
    // The kernel's list of children may be incomplete while other processes end.
    await expect.poll(readers).toHaveLength(1);
    const ready = await readers();
    await prestartProbe();
    await factsOf("h264");
    await expect.poll(readers).toEqual(ready);
  });

  it.each([
    ["h264", "mp4", "avc", 640, 360, 30, 1, 60, "original"],
    ["h264-index-at-end", "mp4", "avc", 640, 360, 30, 1, 60, "original"],
    ["h264-29.97", "mp4", "avc", 640, 360, 30_000, 1001, 60, "original"],
    ["h264-23.976", "mov", "avc", 640, 360, 24_000, 1001, 48, "original"],
    ["h264-59.94", "mp4", "avc", 640, 360, 60_000, 1001, 120, "original"],
    ["h264-25", "mp4", "avc", 640, 360, 25, 1, 50, "original"],
    ["silent-portrait", "mp4", "avc", 360, 640, 30, 1, 60, "original"],
    ["rotated", "mp4", "avc", 360, 640, 30, 1, 60, "original"],
    ["vp9", "webm", "vp9", 640, 360, 30, 1, 60, "original"],
    ["av1", "mp4", "av1", 640, 360, 30, 1, 60, "original"],
    ["h264-10-bit", "mp4", "avc", 640, 360, 30, 1, 60, "is 10-bit"],
    ["h264-4:2:2", "mp4", "avc", 640, 360, 30, 1, 60, "has 4:2:2 colour"],
    [
      "h264-in-matroska",
      "matroska",
      "avc",
      640,
      360,
      30_000,
      1001,
      60,
      "is in a container that browsers don't play (matroska)",
    ],
    ["h264-fragmented", "mp4", "avc", 640, 360, 30, 1, 60, "doesn't state its duration"],
    ["joined", "mp4", "avc", 640, 360, 30, 1, 120, "original"],
    ["sound-shortly-first", "mp4", "avc", 320, 180, 30, 1, 60, "original"],
    ["sound-first", "mp4", "avc", 320, 180, 30, 1, 60, "doesn't start at zero"],
    [
      "h264-in-transport-stream",
      "mpeg-ts",
      "avc",
      640,
      360,
      30,
      1,
      60,
      "is in a container that browsers don't play (mpeg-ts)",
    ],
    ["prores", "mov", "prores", 640, 360, 24_000, 1001, 48, "is coded in prores"],
    ["prores-silent", "mov", "prores", 360, 640, 30, 1, 60, "is coded in prores"],
    ["hevc", "mp4", "hevc", 640, 360, 30, 1, 60, "is coded in hevc"],
    ["hevc-hdr", "mp4", "hevc", 640, 360, 30, 1, 60, "is coded in hevc"],
    ["avi", "avi", "mpeg4", 640, 360, 25, 1, 50, "is in a container that browsers don't play (avi)"],
    ["mxf", "mxf", "mpeg2video", 640, 360, 25, 1, 50, "is in a container that browsers don't play (mxf)"],
    ["variable-rate", "mp4", "avc", 640, 360, 30, 1, 83, "has a variable frame rate"],
    ["edit-list", "mp4", "avc", 640, 360, 30, 1, 93, "begins before an edit list's cut"],
  ] as const)("reads %s", async (name, container, codec, width, height, num, den, frames, plan) => {
    const facts = await factsOf(name);
    expect(facts).toMatchObject({ container, video: { codec, width, height, rate: { num, den }, frames } });
    const planned = planPlayback(facts);
    expect(planned.kind === "original" ? planned.kind : planned.reason).toBe(plan);
  });

  it("detects missing audio, rotation, hidden frames, late starts, dynamic range and bit depth", async () => {
    expect((await factsOf("silent-portrait")).audio).toBeNull();
    expect((await factsOf("rotated")).video).toMatchObject({
      rotation: 270,
      codedWidth: 640,
      codedHeight: 360,
    });
    expect((await factsOf("edit-list")).video).toMatchObject({ hiddenFrames: 9, startSeconds: 0 });
    expect((await factsOf("starts-late")).video).toMatchObject({ startSeconds: 1.5, constantRate: true });
    // The priming of AAC, 1024 samples at 48 kHz, rounded by ffmpeg.
    expect((await factsOf("joined")).video).toMatchObject({ startSeconds: 323 / 15_360, constantRate: true });
    expect((await factsOf("sound-shortly-first")).video.startSeconds).toBeCloseTo(0.2, 9);
    expect((await factsOf("hevc-hdr")).video).toMatchObject({ hdr: "pq", bitDepth: 10, chroma: "4:2:0" });
    expect((await factsOf("prores")).video).toMatchObject({
      keyFramesOnly: true,
      bitDepth: 10,
      chroma: "4:2:2",
    });
    expect((await factsOf("vp9")).audio).toMatchObject({ codec: "opus", channels: 1, sampleRate: 48_000 });
    expect((await factsOf("h264")).durationSeconds).toBeCloseTo(2, 5);
  });

  it("finds the timecode of the first frame", async () => {
    const ofHour = { frames: 107_892, perSecond: 30, dropFrame: true };
    expect((await factsOf("timecode")).startTimecode).toEqual(ofHour);
    expect((await factsOf("prores")).startTimecode).toEqual({
      frames: 86_400,
      perSecond: 24,
      dropFrame: false,
    });
    expect((await factsOf("mxf")).startTimecode).toEqual({ frames: 0, perSecond: 25, dropFrame: false });
    expect((await factsOf("h264")).startTimecode).toBeUndefined();
  });

  it("reads files in sequence and in parallel, also after failures", async () => {
    // Reading the lying file takes seconds and much memory.
    const refused = inSweep ? "time-count-lies" : "absurd-size";
    const names = ["h264", refused, "silent-portrait", "truncated", "h264-23.976"] as const;
    const read = async (name: (typeof names)[number]) => probe(await clip(name), { ffmpeg: null });
    const alone = [];
    for (const name of names) alone.push(await read(name));
    expect(alone).toMatchObject([
      { facts: { video: { width: 640 } } },
      { code: "absurd_dimensions" },
      { facts: { video: { width: 360 } } },
      { code: "truncated" },
      { facts: { video: { frames: 48 } } },
    ]);
    expect(await Promise.all(names.map(read))).toEqual(alone);
  });

  it("fails with a retryable error at its time limit or when its process is killed", async () => {
    const never = () => new Promise<Uint8Array>(() => {});
    const late = probeRemote({ bytes: 1000, read: never }, { timeLimitSeconds: 0.1 });
    await expect(late).rejects.toMatchObject({ kind: "retry", code: "time_limit" });
    const endReaders = async () => {
      for (const pid of await readers()) process.kill(pid, "SIGTERM");
      return never();
    };
    const ended = probeRemote({ bytes: 1000, read: endReaders }, {});
    await expect(ended).rejects.toMatchObject({ kind: "retry", code: "killed" });
    expect(await probe(await clip("h264"), { ffmpeg: null })).toMatchObject({ ok: true });
  });

  it.each([
    ["empty", "empty_file"],
    ["text", "not_a_video"],
    ["playlist", "not_a_video"],
    ["picture", "not_a_video"],
    ["audio-only", "no_picture"],
    ["truncated", "truncated"],
    ["truncated-fast-start", "truncated"],
    ["absurd-size", "absurd_dimensions"],
  ] as const)("refuses the clip %s: %s", async (name, code) => {
    const refused = await probe(await clip(name), { ffmpeg });
    expect(refused).toMatchObject({ ok: false, code, message: expect.stringMatching(/^[A-Z].*\.$/) });
    expect(await probe(await clip(name), { ffmpeg: null })).toMatchObject({ code });
  });

  it("rejects files beyond the limits, and unsupported containers without ffmpeg", async () => {
    const file = await clip("h264");
    const tooLong = await probe(file, { ffmpeg, limits: { maxSide: 8192, maxSeconds: 1 } });
    const tooWide = await probe(file, { ffmpeg, limits: { maxSide: 639, maxSeconds: 99 } });
    expect(tooLong).toMatchObject({ code: "absurd_dimensions", message: expect.stringContaining("hours") });
    expect(tooWide).toMatchObject({
      code: "absurd_dimensions",
      message: expect.stringContaining("640 × 360"),
    });
    expect(await probe(await clip("avi"), { ffmpeg: null })).toMatchObject({ code: "not_a_video" });
  });
});

describe("probing a remote file", () => {
  /** Counts the bytes read. */
  async function distant(file: string) {
    const content = await readFile(file);
    const taken = { bytes: 0 };
    const read = async (start: number, end: number) => {
      taken.bytes += end - start;
      return content.subarray(start, end);
    };
    return { file: { bytes: content.length, read }, taken };
  }

  it.each(["h264", "h264-index-at-end", "truncated", "empty"] as const)(
    "returns the same facts of %s as for a local file",
    async (name) => {
      const file = await clip(name);
      const { file: elsewhere } = await distant(file);
      expect(await probeRemote(elsewhere, {})).toEqual(await probe(file, { ffmpeg: null }));
    },
  );

  it("reads little of a long file", async () => {
    const { file, taken } = await distant(await clip("h264-high-bitrate"));
    expect(await probeRemote(file, {})).toMatchObject({ ok: true });
    expect(taken.bytes).toBeLessThan(file.bytes / 4);
  });

  it.each(["avi", "vp9", "h264-in-matroska", "h264-in-transport-stream"] as const)(
    "returns null for %s, which has no index of frame times",
    async (name) => {
      const { file } = await distant(await clip(name));
      expect(await probeRemote(file, {})).toBeNull();
    },
  );

  it("rejects with read errors", async () => {
    const { file } = await distant(await clip("h264"));
    const away = new Error("The store is away");
    const read = () => Promise.reject(away);
    await expect(probeRemote({ bytes: file.bytes, read }, {})).rejects.toBe(away);
  });
});

describe("file names with special characters", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "probe-"));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it.each(["-i.avi", "a:b %d.avi", "quote ' \" .avi"])("reads a file called %s", async (name) => {
    const file = path.join(folder, name);
    await copyFile(await clip("avi"), file);
    expect(await probe(file, { ffmpeg })).toMatchObject({ ok: true });
  });
});

describe("ffmpeg's description of its input", () => {
  it.each([
    ["1k fps, 1k tbr, 1k tbn", 1000],
    ["60k fps, 25 tbr, 60k tbn", 25],
    ["30 fps, 30 tbr, 1k tbn", 30],
  ])("is parsed with thousands of frames a second: %s", (rates, num) => {
    const said = [
      "Input #0, avi, from 'a.avi':",
      "  Duration: 00:00:03.00, start: 0.000000, bitrate: 13823 kb/s",
      `  Stream #0:0: Video: dvvideo, yuv420p, 720x576 [SAR 64:45 DAR 16:9], 28800 kb/s, ${rates}`,
    ].join("\n");
    expect(parseFacts(said, 1000)).toMatchObject({ facts: { video: { rate: { num, den: 1 } } } });
  });

  it("is parsed with broadcast rates and non-square pixels", () => {
    const said = [
      "Input #0, mxf, from 'a.mxf':",
      "  Metadata:",
      "    timecode        : 10:00:00;00",
      "  Duration: 01:02:03.50, start: 0.040000, bitrate: 50000 kb/s",
      "  Stream #0:0: Video: mpeg2video (4:2:2), yuv422p(tv, bt709, top first), 720x576 [SAR 64:45 DAR 16:9], 29.97 fps, 29.97 tbr, 29.97 tbn",
      "  Stream #0:1: Audio: pcm_s24le, 48000 Hz, stereo, s32 (24 bit), 2304 kb/s",
    ].join("\n");
    expect(parseFacts(said, 1000)).toMatchObject({
      facts: {
        durationSeconds: 3723.5,
        startTimecode: "10:00:00;00",
        video: {
          width: 1024,
          height: 576,
          codedWidth: 720,
          rate: { num: 30_000, den: 1001 },
          startSeconds: 0.04,
        },
        audio: { codec: "pcm_s24le", channels: 2, sampleRate: 48_000 },
      },
    });
  });
});
