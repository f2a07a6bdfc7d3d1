import type { ProbeFacts } from "./facts.ts";
import type { Ffmpeg } from "./ffmpeg.ts";
import { fitted, pictureFilter, posterOutput, posterSeconds, posterSide } from "./picture.ts";
import { options, sourceArgs } from "./run.ts";
import { sheetOutput, type Storyboard, storyboardFilter } from "./storyboard.ts";
import { meterFilter, meterOutput } from "./waveform.ts";

export const playlistName = "index.m3u8";
export const fileName = "video.mp4";

/** Length of a segment of the playlist. */
export const segmentSeconds = 2;
/** Bits per second that a 1280 × 720 picture may use at most; other sizes in proportion. */
const bitrate720 = 3_000_000;

export interface Size {
  width: number;
  height: number;
}

export interface RenditionJob extends Size {
  source: string;
  facts: ProbeFacts;
  storyboard: Storyboard;
}

/** The size of a rendition of so many lines: even, in the source's shape. */
export function renditionSize({ video }: ProbeFacts, height: number): Size {
  const lines = 2 * Math.max(1, Math.round(height / 2));
  return { width: 2 * Math.max(1, Math.round((video.width * lines) / video.height / 2)), height: lines };
}

/** ffmpeg's arguments for a rendition in its working folder: one decoding, several outputs. */
export function renditionArgs(job: RenditionJob, ffmpeg: Pick<Ffmpeg, "toneMaps">): string[] {
  return [...watchableArgs(job, ffmpeg), ...stillOutputs(job, ffmpeg)];
}

/** The part of it that is watched: a playlist that grows and the file that replaces it. */
export function watchableArgs(
  job: Omit<RenditionJob, "storyboard">,
  ffmpeg: Pick<Ffmpeg, "toneMaps">,
): string[] {
  return [
    ...sourceArgs(job.source),
    ...streams(job.facts, job, ffmpeg),
    ...options({ flags: "+global_header", f: "tee" }),
    `${playlistLeg()}|${fileLeg}`,
  ];
}

/** The same for MP4 files alone, by name, each of another size. */
export function fileArgs(
  { source, facts, files }: { source: string; facts: ProbeFacts; files: ReadonlyMap<string, Size> },
  ffmpeg: Pick<Ffmpeg, "toneMaps">,
): string[] {
  const output = ([name, size]: [string, Size]) => [
    ...streams(facts, size, ffmpeg),
    ...options({ movflags: "+faststart", write_tmcd: 0, f: "mp4" }),
    name,
  ];
  return [...sourceArgs(source), ...[...files].flatMap(output)];
}

/** Picture and sound of one output. */
function streams(facts: ProbeFacts, size: Size, ffmpeg: Pick<Ffmpeg, "toneMaps">): string[] {
  return [
    ...options({
      map: "0:V:0",
      vf: `${deinterlacing}${pictureFilter(facts, size, ffmpeg, "video")},${evenTiming(facts)}`,
    }),
    ...(facts.audio ? options({ map: "0:a:0?", af: alignSound(facts, soundFilter) }) : []),
    ...pictureCoding(facts, size),
    ...options({ "c:a": "aac", "b:a": "128k", ac: 2 }),
    ...options({ map_metadata: -1, map_chapters: -1 }),
  ];
}

/** Only pictures that say they are interlaced; each stays one picture. */
const deinterlacing = "bwdif=mode=send_frame:deint=interlaced,";

const soundFilter = "aresample=48000:async=1:first_pts=0";

/**
 * Puts picture n exactly at n / rate, whatever the container's clock made of it. A variable rate is first made
 * constant; a constant one keeps every picture, so that frame numbers stay those of the original.
 */
function evenTiming({ video: { rate, constantRate } }: ProbeFacts): string {
  const constant = constantRate ? "" : `setpts=PTS-STARTPTS,fps=${rate.num}/${rate.den}:start_time=0,`;
  return `${constant}settb=${rate.den}/${rate.num},setpts=N`;
}

/**
 * Moves the sound by what evenTiming moved the picture. ffmpeg lets the earlier of both begin at zero; sound before an
 * MP4's zero (encoder priming) is not played.
 */
function alignSound({ container, video, audio }: ProbeFacts, resample: string): string {
  const begins = audio?.startSeconds ?? 0;
  const heard = container === "mp4" || container === "mov" ? Math.max(0, begins) : begins;
  const late = Math.max(0, video.startSeconds - heard);
  return late > 0 ? `asetpts=PTS-${late.toFixed(6)}/TB,${resample}` : resample;
}

function pictureCoding(facts: ProbeFacts, { width, height }: Size): string[] {
  const { rate } = facts.video;
  const brisk = rate.num / rate.den > 40 ? 1.5 : 1;
  const most = Math.round(Math.max(500_000, (bitrate720 * brisk * width * height) / (1280 * 720)));
  return options({
    "c:v": "libx264",
    preset: "veryfast",
    // The preset's ten would all be decoded before the first segment ends, 0.15 s on two cores. With three a file of
    // the same size is 0.02 to 0.1 dB (SSIM) worse; half a step of quality brings the size back.
    "rc-lookahead": 3,
    crf: 22.5,
    maxrate: most,
    bufsize: 2 * most,
    pix_fmt: "yuv420p",
    // Without B-frames HLS begins at zero in every browser.
    bf: 0,
    fps_mode: "passthrough",
    "enc_time_base:v": `${rate.den}:${rate.num}`,
    force_key_frames: `expr:gte(t,n_forced*${segmentSeconds})`,
    sc_threshold: 0,
  });
}

function playlistLeg(): string {
  const options = [
    "f=hls",
    `hls_time=${segmentSeconds}`,
    "hls_segment_type=fmp4",
    "hls_playlist_type=event",
    "hls_flags=independent_segments+temp_file",
    "hls_fmp4_init_filename=init.mp4",
    "hls_segment_filename=segment%05d.m4s",
    // Else AAC's priming moves the picture by 21 ms.
    "avoid_negative_ts=disabled",
  ];
  return `[${options.join(":")}]${playlistName}`;
}

const fileLeg = `[f=mp4:movflags=+faststart:write_tmcd=0]${fileName}`;

/** Outputs of their own rather than one filter graph, which would hold gigabytes of decoded pictures. */
function stillOutputs({ facts, storyboard }: RenditionJob, ffmpeg: Pick<Ffmpeg, "toneMaps">): string[] {
  const poster = pictureFilter(facts, fitted(facts.video, posterSide), ffmpeg, "still");
  const tile = { width: storyboard.tileWidth, height: storyboard.tileHeight };
  const sheets = storyboardFilter(storyboard, pictureFilter(facts, tile, ffmpeg, "still"));
  // A picture may last long, and some containers exaggerate: the last picture is held until there is a poster.
  const toPoster = `setpts=PTS-STARTPTS,tpad=stop_mode=clone:stop=500,select=gte(t\\,${posterSeconds(facts)})`;
  return [
    ...options({ map: "0:V:0", vf: `${deinterlacing}${toPoster},${poster}` }),
    ...posterOutput,
    ...options({ map: "0:V:0", vf: `setpts=PTS-STARTPTS,${sheets}` }),
    ...sheetOutput(storyboard),
    ...(facts.audio
      ? [...options({ map: "0:a:0?", af: alignSound(facts, meterFilter) }), ...meterOutput]
      : []),
  ];
}
