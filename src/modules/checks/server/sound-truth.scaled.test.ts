import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { runFfmpeg } from "#adapters/ffmpeg/run.ts";
import { createVideoTools } from "#adapters/ffmpeg/video-tools.ts";
import type { Timing } from "#modules/checks/rules/findings.ts";
import { judgeSound } from "#modules/checks/rules/sound-rules.ts";
import { clip } from "#testing/clips.ts";
import { everyFfmpeg } from "#testing/every-ffmpeg.ts";
import { wavFile } from "#testing/made-sounds.ts";
import { referenceLoudness, referenceTruePeak } from "#testing/reference-loudness.ts";
import { caseSound, cleanSounds, defectiveSounds, type SoundCase } from "#testing/sound-cases.ts";
import { sampled } from "#testing/tier.ts";

let root: string;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), "truth-"));
});
afterAll(() => rm(root, { recursive: true }));

const words = (text: string) => text.split(" ");
const h264 = words("-c:v libx264 -preset ultrafast -g 10 -pix_fmt yuv420p");
/** Extension and codecs. */
const formats = {
  pcm: ["mov", [...h264, ...words("-c:a pcm_s16le")]],
  pcm24: ["mov", [...h264, ...words("-c:a pcm_s24le")]],
  flac: ["mkv", [...h264, ...words("-c:a flac")]],
  aac: ["mp4", [...h264, ...words("-c:a aac -b:a 192k")]],
  opus: ["webm", words("-c:v libvpx -deadline realtime -cpu-used 8 -c:a libopus -b:a 160k")],
  mp3: ["mkv", [...h264, ...words("-c:a libmp3lame -b:a 192k")]],
  stream: ["ts", [...h264, ...words("-c:a aac -b:a 192k")]],
  ac3: ["ts", [...h264, ...words("-c:a ac3 -b:a 448k")]],
  mp2: ["ts", [...h264, ...words("-c:a mp2 -b:a 256k")]],
  wrapped: ["ts", [...h264, ...words("-c:a aac -b:a 192k -output_ts_offset 95438")]],
} as const satisfies Record<NonNullable<SoundCase["format"]>, readonly [string, readonly string[]]>;

const rates = ["24000/1001", "24", "25", "30000/1001", "30", "50", "60000/1001", "60"];

describe.each(everyFfmpeg)("the sound of a version, ffmpeg $version from $from", (ffmpeg) => {
  const tools = createVideoTools(ffmpeg);
  const make = (args: readonly string[]) => runFfmpeg(ffmpeg, { args, timeLimitSeconds: 60, niceness: 5 });

  /** The video of a case; `at` chooses its frame rate. */
  async function video(each: SoundCase, at: number, samples: Float64Array[], rate: number): Promise<string> {
    const { format = "pcm", late = 0, hidden, picture } = each;
    const [extension, coding] = formats[format];
    const seconds = each.pictureSeconds ?? each.seconds ?? 8;
    const fps = each.fps ?? rates[at % rates.length] ?? "25";
    const base = path.join(root, `${at}-${format}`);
    await writeFile(`${base}.wav`, wavFile(samples, rate, format === "pcm24" ? 24 : 16));
    const frames = `testsrc2=size=64x36:rate=${fps}:duration=${seconds}${picture === undefined ? "" : `,${picture}`}`;
    const file = `${base}.${extension}`;
    await make([
      ...["-itsoffset", String(Math.max(0, -late)), "-f", "lavfi", "-i", frames],
      ...["-itsoffset", String(Math.max(0, late)), "-i", `${base}.wav`],
      ...(picture === undefined ? [] : ["-fps_mode", "passthrough"]),
      ...[...coding, file],
    ]);
    if (hidden === undefined) return file;
    await make(["-ss", String(hidden), "-i", file, "-c", "copy", `${base}-cut.${extension}`]);
    return `${base}-cut.${extension}`;
  }

  async function measure(source: string) {
    const probe = await tools.probe(source);
    if (!probe.ok) throw new Error(probe.message);
    const { facts } = probe;
    return { facts, measured: await tools.measureSound({ source, facts }) };
  }

  /** The sound as ffmpeg decodes it, because codecs change loudness and peaks. */
  async function decoded(source: string, channels: number): Promise<Float64Array[]> {
    const chunks: Buffer[] = [];
    const args = [...["-i", source, "-map", "0:a"], ...words("-c:a pcm_f32le -f f32le pipe:3")];
    await runFfmpeg(ffmpeg, { args, timeLimitSeconds: 60, onData: (chunk) => void chunks.push(chunk) });
    const bytes = Buffer.concat(chunks);
    const samples = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
    return Array.from({ length: channels }, (_, channel) =>
      Float64Array.from(
        { length: samples.length / channels },
        (_unused, n) => samples[n * channels + channel] ?? 0,
      ),
    );
  }

  /** Findings of the rules for a case, whose loudness and true peak are compared with the second implementation. */
  async function findings(each: SoundCase, at: number) {
    const { seconds = 8, rate = 48_000, channels = 2 } = each;
    const source = await video(each, at, caseSound(each, { seconds, rate, channels }), rate);
    const { facts, measured } = await measure(source);
    if (typeof measured === "string") throw new Error(measured);
    const { sound } = measured;
    expect(sound.channels).toBe(channels);
    if (each.hidden === undefined && each.late === undefined) {
      const heard = await decoded(source, channels);
      expectNear(sound.integrated, referenceLoudness(heard, each.format === "opus" ? 48_000 : rate), 0.2);
      // ffmpeg states three decimals of a level from 0 to 1.
      if ((sound.truePeak ?? 0) > -30) expectNear(sound.truePeak, referenceTruePeak(heard), 0.3);
    }
    const { frames, rate: fps } = facts.video;
    const timing = { rate: fps, frames, seconds: facts.durationSeconds };
    return { timing, list: judgeSound(sound, timing, {}) };
  }

  it.each(
    sampled(defectiveSounds, [
      "right dead at last",
      "right dead, hidden beginning",
      "right dead, transport stream with late sound",
      "dropout, AC-3",
      "inverted, Opus",
      "cut at the end, AAC",
      "−9 LUFS, mono",
      "peaks between samples",
    ]),
  )("%s: %s", async (name, expected, each) => {
    const { timing, list } = await findings(
      each,
      defectiveSounds.findIndex(([other]) => other === name),
    );
    const wanted = expected.split("; ").map((text) => text.split(/[ -]/));
    expect(list.map(({ kind }) => kind)).toEqual(wanted.map(([kind]) => kind));
    for (const [at, [, from, to = from]] of wanted.entries()) {
      expect(list[at]?.range ?? null).toEqual(
        from === undefined ? null : near(timing, Number(from), Number(to)),
      );
    }
  });

  it.each(sampled(cleanSounds, ["speech, AAC"]))("nothing is found in %s", async (name, each) => {
    const at = cleanSounds.findIndex(([other]) => other === name);
    expect((await findings(each, at + defectiveSounds.length)).list).toEqual([]);
  });

  it("is unreadable where the number of its channels changes", async () => {
    const parts = [1, 2].map(async (channels, at) => {
      const each: SoundCase = { format: "mp2", seconds: 3, channels };
      return readFile(await video(each, at, caseSound(each, { seconds: 3, rate: 48_000, channels }), 48_000));
    });
    const joined = path.join(root, "joined.ts");
    await writeFile(joined, Buffer.concat(await Promise.all(parts)));
    expect((await measure(joined)).measured).toBe("unreadable");
  });

  it.each(["empty-sound", "silent-portrait"] as const)("is absent in %s", async (name) => {
    expect((await measure(await clip(name))).measured).toBe("absent");
  });
});

/** The first and the last frame that are shown between two times in seconds, or one beside them. */
function near({ rate, frames }: Timing, from: number, to: number) {
  const beside = (frame: number) => (measured: number) =>
    Math.abs(measured - Math.min(frame, frames - 1)) <= 1;
  return {
    from: expect.toSatisfy(beside(Math.floor((from * rate.num) / rate.den))),
    to: expect.toSatisfy(beside(Math.ceil((to * rate.num) / rate.den) - 1)),
  };
}

/** Both are null, or differ by at most `most`. */
function expectNear(value: number | null, reference: number | null, most: number): void {
  if (value === null || reference === null) expect(value).toBe(reference);
  else expect(Math.abs(value - reference)).toBeLessThanOrEqual(most);
}
