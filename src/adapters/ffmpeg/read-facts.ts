import { open, stat } from "node:fs/promises";
import { createRequire } from "node:module";

import type * as Mediabunny from "mediabunny";
import type { InputAudioTrack, InputFormat, InputTrack, InputVideoTrack } from "mediabunny";

import { readAvcConfiguration } from "./avc-configuration.ts";
import { choosePicture, isFirst, streamSpecifier } from "./choose-picture.ts";
import { chromaSampling } from "./codec-string.ts";
import { type RemoteFile, type Probe, type ProbeFacts, refuse, type SoundTrack } from "./facts.ts";
import { renditionFrames, timeFrames } from "./frame-timing.ts";
import { describeKeyFrames, type KeyFrames } from "./key-frames.ts";
import { type PictureIndex, readPictureIndex, readStartTimecode } from "./picture-index.ts";
import { soundFacts } from "./sound-facts.ts";

// The CommonJS build is a single file, which a new process loads in half the time.
const mediabunny: typeof Mediabunny = createRequire(import.meta.url)("mediabunny");
const { CustomSource, EncodedPacketSink, FilePathSource, Input, MATROSKA, MP4, MPEG_TS, OGG, QTFF, WEBM } =
  mediabunny;

/** Without HLS: a playlist could make mediabunny open any file. */
const formats = mediabunny.ALL_FORMATS.filter((format) => format !== mediabunny.HLS);

const names = new Map<InputFormat, string>([
  [MP4, "mp4"],
  [QTFF, "mov"],
  [WEBM, "webm"],
  [MATROSKA, "matroska"],
  [MPEG_TS, "mpeg-ts"],
]);

/** Containers in which mediabunny skips unknown codecs (MPEG-2, Theora, AC-3). ffmpeg reads them instead. */
const partlySupported = new Set<InputFormat>([MPEG_TS, OGG]);

/** Containers of recordings and broadcasts, which ffmpeg reads as far as they go. */
const damageable = new Set<InputFormat>([MPEG_TS, MATROSKA, WEBM]);

/** Frames to read if there is no index and ffmpeg then reads the times of all. */
const maxScannedPictures = 1500;

/** Part of a file without an index that is read: nothing, its start where ffmpeg reads the rest, or everything. */
export type Extent = "index" | "start" | "all";

/**
 * Reads the facts of a local or remote file. `null` if mediabunny doesn't support its container, or if a remote file must be
 * read as a whole. Throws if its structure is damaged.
 */
export async function readFacts(source: string | RemoteFile, extent: Extent = "all"): Promise<Probe | null> {
  const file = typeof source === "string" ? await localFile(source) : source;
  using input = new Input({ source: inputSource(source), formats });
  try {
    return await readInput(input, file, extent);
  } catch (error) {
    if (await isEncrypted(file)) return refuse("encrypted");
    // Several programmes, or lost packets: ffmpeg reads what there is.
    if (damageable.has(await input.getFormat())) return null;
    throw error;
  }
}

/**
 * Searches the start and end of an MP4, where its index is, for the sample entry of encrypted video (ISO/IEC
 * 23001-7).
 */
async function isEncrypted({ bytes, read }: RemoteFile): Promise<boolean> {
  const length = Math.min(bytes, 1024 * 1024);
  for (const start of [0, bytes - length]) {
    if (Buffer.from(await read(start, start + length)).includes("encv")) return true;
  }
  return false;
}

async function localFile(path: string): Promise<RemoteFile> {
  return {
    bytes: (await stat(path)).size,
    read: async (start, end) => {
      await using opened = await open(path);
      return (await opened.read(Buffer.alloc(end - start), 0, end - start, start)).buffer;
    },
  };
}

async function readInput(input: Mediabunny.Input, file: RemoteFile, extent: Extent): Promise<Probe | null> {
  if (!(await input.canRead())) return null;
  const format = await input.getFormat();
  const indexed = format === MP4 || format === QTFF;
  if (!indexed && extent === "index") return null;
  const video = await choosePicture(input);
  const audioTracks = await input.getAudioTracks();
  if ((!video || audioTracks.length === 0) && partlySupported.has(format)) return null;
  // An MP4 without its index has no tracks.
  if (!video) return refuse(audioTracks.length > 0 ? "no_picture" : "truncated");
  const declared = await input.getDurationFromMetadata();
  const index = indexed ? await readPictureIndex(file, video.id) : null;
  const heard: SoundTrack[] = [];
  for (const [at, track] of audioTracks.entries()) {
    // A track without samples is silent: programs write one when there is nothing to record.
    if (!(await new EncodedPacketSink(track).getFirstPacket({ metadataOnly: true }))) continue;
    if (index && (await isTruncated(track, declared))) return refuse("truncated");
    heard.push(await describeAudio(track, at));
  }
  const cut = await isTruncated(video, declared);
  if (cut && index) return refuse("truncated");

  const pictures = await readPictures(video, index, { indexed, extent });
  if (pictures.shown.length === 0) return refuse("truncated");
  const end = pictures.counted ? pictures.end : Math.max(declared ?? 0, pictures.end);
  const durationSeconds = end - pictures.start;
  const { rate, constant } = timeFrames(
    pictures.shown,
    await video.getTimeResolution(),
    pictures.frameSeconds,
  );
  const startTimecode = indexed ? await readStartTimecode(file) : undefined;
  const frames =
    pictures.counted && constant ? pictures.shown.length : renditionFrames(pictures.shown, end, rate);
  const facts: ProbeFacts = {
    container: names.get(format) ?? format.name,
    bytes: file.bytes,
    durationSeconds,
    // A recording whose program was killed ends before the time that it states.
    durationDeclared: declared !== null && !cut,
    bitrate: Math.round((file.bytes * 8) / Math.max(durationSeconds, 0.001)),
    ...(startTimecode && { startTimecode }),
    video: {
      ...((await isFirst(video))
        ? {}
        : { stream: streamSpecifier(video, { hasIds: indexed || format === MPEG_TS }) }),
      ...(index?.reconfigured && { reconfigured: true }),
      ...(await describeVideo(video)),
      rate,
      constantRate: constant,
      frames,
      framesCounted: pictures.counted && !cut,
      hiddenFrames: pictures.hidden,
      startSeconds: pictures.start,
      ...pictures.keyFrames,
    },
    ...soundFacts(heard),
  };
  return { ok: true, facts };
}

/** Whether a track's last packet is missing, or long before the declared end. */
async function isTruncated(track: InputTrack, declared: number | null): Promise<boolean> {
  const last = await new EncodedPacketSink(track).getPacket(Number.POSITIVE_INFINITY);
  if (!last) return true;
  if (declared === null || !track.isVideoTrack()) return false;
  return (
    last.timestamp + last.duration < declared - Math.max(1, declared * 0.02) &&
    !(await hasLaterEnd(track, declared))
  );
}

/** Audio may be longer than the video: a file is truncated only if no track reaches the declared end. */
async function hasLaterEnd(track: InputTrack, declared: number): Promise<boolean> {
  const others = (await track.input.getTracks()).filter((other) => other.id !== track.id);
  for (const other of others) {
    const last = await new EncodedPacketSink(other).getPacket(Number.POSITIVE_INFINITY);
    if (last && last.timestamp + last.duration >= declared - Math.max(1, declared * 0.02)) return true;
  }
  return false;
}

interface Pictures {
  /** Times of the visible frames, ascending. */
  shown: Float64Array;
  /** Number of frames that an edit list hides. */
  hidden: number;
  start: number;
  /** End of the last frame that was read. */
  end: number;
  /** Duration of a frame. */
  frameSeconds: number;
  /** All visible frames were read. */
  counted: boolean;
  keyFrames: KeyFrames;
}

async function readPictures(
  track: InputVideoTrack,
  index: PictureIndex | null,
  { indexed, extent }: { indexed: boolean; extent: Extent },
): Promise<Pictures> {
  const { times, counted, keys, ...more } = index
    ? await timesFromIndex(track, index)
    : await scanPackets(track, indexed || extent === "all");
  times.sort();
  // Frames after a sample may belong before its last ones.
  const complete = counted ? times : times.slice(0, -16);
  const halfTick = 0.5 / (await track.getTimeResolution());
  // Other containers have no edit lists: they may begin at any time.
  const visible = indexed ? complete.filter((time) => time >= -halfTick) : complete;
  const hidden = complete.length - visible.length;
  return {
    ...more,
    shown: visible,
    hidden: index?.cut ? Math.max(1, hidden) : hidden,
    start: visible[0] ?? 0,
    counted: counted && !index?.cut,
    keyFrames: describeKeyFrames(keys ?? times, visible),
  };
}

/** Frame times by the index, shifted by the track's first packet, which includes edit lists. */
async function timesFromIndex(track: InputVideoTrack, { ticks, lastTicks, keys }: PictureIndex) {
  const resolution = await track.getTimeResolution();
  const first = await new EncodedPacketSink(track).getFirstPacket({ metadataOnly: true });
  const zero = (ticks[0] ?? 0) - Math.round((first?.timestamp ?? 0) * resolution);
  const times = ticks.map((tick) => (tick - zero) / resolution);
  const frameSeconds = lastTicks / resolution;
  const latest = times.reduce((a, b) => Math.max(a, b));
  const keyTimes = keys && keys.map((key) => times[key] ?? 0);
  return { times, counted: true, end: latest + frameSeconds, frameSeconds, keys: keyTimes };
}

/** Frame times by packets: all of them, which takes seconds for an hour of video, or the first ones. */
async function scanPackets(track: InputVideoTrack, all: boolean) {
  const times: number[] = [];
  const keys: number[] = [];
  let end = 0;
  let frameSeconds = 0;
  let counted = true;
  for await (const packet of new EncodedPacketSink(track).packets(undefined, undefined, {
    metadataOnly: true,
  })) {
    if (!all && times.length === maxScannedPictures) {
      counted = false;
      break;
    }
    times.push(packet.timestamp);
    end = Math.max(end, packet.timestamp + packet.duration);
    frameSeconds = packet.duration;
    if (packet.type === "key") keys.push(packet.timestamp);
  }
  return { times: Float64Array.from(times), counted, end, frameSeconds, keys };
}

/** Not in the DOM's type of transfer characteristics, which lags behind browsers. */
const hdrTransfers = ["pq", "hlg"] as const;

async function describeVideo(track: InputVideoTrack) {
  const codecString = await track.getCodecParameterString();
  const codec = (await track.getCodec()) ?? String((await track.getInternalCodecId()) ?? "unknown");
  const { transfer, matrix, fullRange } = await track.getColorSpace();
  const configuration = codec === "avc" ? (await track.getDecoderConfig())?.description : undefined;
  const avc = configuration === undefined ? null : readAvcConfiguration(configuration);
  return {
    codec,
    codecString,
    width: await track.getDisplayWidth(),
    height: await track.getDisplayHeight(),
    codedWidth: await track.getCodedWidth(),
    codedHeight: await track.getCodedHeight(),
    rotation: await track.getRotation(),
    mirrored: await track.getFlip(),
    ...(avc ?? { ...chromaSampling(codec, codecString), interlaced: false }),
    matrix: matrix ?? null,
    fullRange: fullRange ?? false,
    hdr: hdrTransfers.find((name) => name === String(transfer)) ?? null,
  };
}

async function describeAudio(track: InputAudioTrack, index: number): Promise<SoundTrack> {
  const language = await track.getLanguageCode();
  return {
    index,
    codec: (await track.getCodec()) ?? String((await track.getInternalCodecId()) ?? "unknown"),
    codecString: await track.getCodecParameterString(),
    channels: await track.getNumberOfChannels(),
    sampleRate: await track.getSampleRate(),
    startSeconds: await track.getFirstTimestamp(),
    isDefault: (await track.getDisposition()).default,
    language: language === "und" ? null : language,
    title: (await track.getName())?.trim().slice(0, 100) || null,
  };
}

function inputSource(file: string | RemoteFile) {
  if (typeof file === "string") return new FilePathSource(file);
  return new CustomSource({ getSize: () => file.bytes, read: file.read, prefetchProfile: "network" });
}
