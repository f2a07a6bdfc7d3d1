import path from "node:path";

import { inputArgs, measuredClock, pictureStream } from "./clock.ts";
import { evenTiming, fromFirst } from "./even-timing.ts";
import type { ProbeFacts } from "./facts.ts";
import type { Ffmpeg } from "./ffmpeg.ts";
import { frameLogOutput } from "./frame-log.ts";
import { pictureOutputs } from "./picture-outputs.ts";
import { fitted, pictureFilter, posterOutput, posterSeconds, posterSide } from "./picture.ts";
import { options } from "./run.ts";
import { soundArgs } from "./sound-args.ts";
import { sheetOutput, type Storyboard, storyboardFilter } from "./storyboard.ts";
import { meterFilter, meterOutput } from "./waveform.ts";

export const playlistName = "index.m3u8";
export const fileName = "video.mp4";

function logName(file: string): string {
  return `${file}.frames.txt`;
}

/** Paths of an output file and of the log of its frames. */
export function outputIn(folder: string, name: string): { file: string; log: string } {
  return { file: path.join(folder, name), log: path.join(folder, logName(name)) };
}

/** Segment length of the playlist. */
export const segmentSeconds = 2;
/** Between key frames of a file for steps: a step decodes all frames from the last key frame on. */
const stepKeyFrameSeconds = 0.4;
/** Maximum bitrate at 1280 × 720, in bits per second; proportional for other sizes. */
const bitrate720 = 3_000_000;

export interface Size {
  width: number;
  height: number;
}

export interface RenditionJob extends Size {
  source: string;
  facts: ProbeFacts;
  storyboard: Storyboard;
  /** Whether the picture is measured, too. */
  measures: boolean;
}

/** Size of a rendition of this height: even, with the source's aspect ratio. */
export function renditionSize({ video }: ProbeFacts, height: number): Size {
  const lines = 2 * Math.max(1, Math.round(height / 2));
  return { width: 2 * Math.max(1, Math.round((video.width * lines) / video.height / 2)), height: lines };
}

/** ffmpeg's arguments for a rendition in its working folder: one decoding pass, several outputs. */
export function renditionArgs(job: RenditionJob, ffmpeg: Pick<Ffmpeg, "toneMaps">): string[] {
  return [
    ...watchableArgs(job, ffmpeg),
    ...stillOutputs(job, ffmpeg),
    ...(job.measures ? pictureOutputs(job.facts) : []),
    ...measuredClock(job.facts),
  ];
}

/** Arguments for the playlist, which grows, and the MP4 file that replaces it. */
export function watchableArgs(
  job: Omit<RenditionJob, "storyboard" | "measures">,
  ffmpeg: Pick<Ffmpeg, "toneMaps">,
): string[] {
  return [
    ...inputArgs(job.facts, job.source),
    ...streams(job.facts, job, ffmpeg, "watched"),
    ...keyFrames(segmentSeconds),
    ...frameLogOutput(logName(fileName)),
    ...options({ flags: "+global_header", f: "tee" }),
    `${playlistOutput()}|${fileOutput}`,
  ];
}

interface FilesJob {
  source: string;
  facts: ProbeFacts;
  /** By file name. */
  sizes: ReadonlyMap<string, Size>;
  /** The one of them that has close key frames for steps. */
  fileForSteps?: string | undefined;
  /** Whether the picture is measured, too. */
  measures: boolean;
}

/** Arguments for MP4 files of different sizes, in one decoding pass. */
export function fileArgs(
  { source, facts, sizes, fileForSteps, measures }: FilesJob,
  ffmpeg: Pick<Ffmpeg, "toneMaps">,
): string[] {
  const output = ([name, size]: [string, Size], at: number) => [
    ...streams(facts, size, ffmpeg, `file${at}`),
    ...keyFrames(name === fileForSteps ? stepKeyFrameSeconds : segmentSeconds),
    ...frameLogOutput(logName(name)),
    ...options({ movflags: "+faststart", write_tmcd: 0, f: "mp4" }),
    name,
  ];
  return [
    ...inputArgs(facts, source),
    ...[...sizes].flatMap(output),
    ...(measures ? pictureOutputs(facts) : []),
    ...measuredClock(facts),
  ];
}

/** Video and audio of one output; `label` distinguishes the outputs of a run. */
function streams(facts: ProbeFacts, size: Size, ffmpeg: Pick<Ffmpeg, "toneMaps">, label: string): string[] {
  return [
    ...options({
      map: pictureStream(facts),
      vf: `${deinterlacing}${pictureFilter(facts, size, ffmpeg, "video")},${evenTiming(facts)}`,
    }),
    ...soundArgs(facts, { label }),
    ...pictureCoding(facts, size),
    ...options({ "c:a": "aac", "b:a": "128k", ac: 2 }),
    ...options({ map_metadata: -1, map_chapters: -1 }),
  ];
}

/** Only frames marked as interlaced; one output frame each. */
const deinterlacing = "bwdif=mode=send_frame:deint=interlaced,";

function pictureCoding(facts: ProbeFacts, { width, height }: Size): string[] {
  const { rate } = facts.video;
  const rateFactor = rate.num / rate.den > 40 ? 1.5 : 1;
  const maxBitrate = Math.round(Math.max(500_000, (bitrate720 * rateFactor * width * height) / (1280 * 720)));
  return options({
    "c:v": "libx264",
    preset: "veryfast",
    // The preset's 10 frames would delay the first segment by 0.15 s on two cores. With 3, a file of the same size is
    // 0.02 to 0.1 dB (SSIM) worse, or slightly larger at the same quality.
    "rc-lookahead": 3,
    crf: 22.5,
    maxrate: maxBitrate,
    bufsize: 2 * maxBitrate,
    pix_fmt: "yuv420p",
    // Without B-frames HLS starts at zero in every browser.
    bf: 0,
    fps_mode: "passthrough",
    "enc_time_base:v": `${rate.den}:${rate.num}`,
  });
}

function keyFrames(everySeconds: number): string[] {
  return options({ force_key_frames: `expr:gte(t,n_forced*${everySeconds})`, sc_threshold: 0 });
}

function playlistOutput(): string {
  const options = [
    "f=hls",
    `hls_time=${segmentSeconds}`,
    "hls_segment_type=fmp4",
    "hls_playlist_type=event",
    "hls_flags=independent_segments+temp_file",
    "hls_fmp4_init_filename=init.mp4",
    "hls_segment_filename=segment%05d.m4s",
    // Otherwise AAC priming shifts the video by 21 ms.
    "avoid_negative_ts=disabled",
  ];
  return `[${options.join(":")}]${playlistName}`;
}

const fileOutput = `[f=mp4:movflags=+faststart:write_tmcd=0]${fileName}`;

/** Separate outputs, because one filter graph would keep gigabytes of decoded frames. */
function stillOutputs({ facts, storyboard }: RenditionJob, ffmpeg: Pick<Ffmpeg, "toneMaps">): string[] {
  const poster = pictureFilter(facts, fitted(facts.video, posterSide), ffmpeg, "still");
  const tile = { width: storyboard.tileWidth, height: storyboard.tileHeight };
  const sheets = storyboardFilter(storyboard, pictureFilter(facts, tile, ffmpeg, "still"));
  // Frames can be long and durations overstated: the last frame is repeated until the time of the poster.
  const toPoster = `${fromFirst(facts)},tpad=stop_mode=clone:stop=500,select=gte(t\\,${posterSeconds(facts)})`;
  return [
    ...options({ map: pictureStream(facts), vf: `${deinterlacing}${toPoster},${poster}` }),
    ...posterOutput,
    ...options({ map: pictureStream(facts), vf: `${fromFirst(facts)},${sheets}` }),
    ...sheetOutput(storyboard),
    ...(facts.audio ? [...soundArgs(facts, { label: "meter", filter: meterFilter }), ...meterOutput] : []),
  ];
}
