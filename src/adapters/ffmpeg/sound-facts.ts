import type { ProbeFacts, SoundTrack } from "./facts.ts";

/** `audio` and `sound` of the facts. `tracks` are those that can be heard. */
export function soundFacts(tracks: readonly SoundTrack[]): Pick<ProbeFacts, "audio" | "sound"> {
  const mixed = isOneRecording(tracks);
  const ordered = mixed ? [...tracks] : tracks.toSorted((a, b) => preference(b) - preference(a));
  const [first] = ordered;
  if (!first) return { audio: null, sound: { tracks: [], mixed } };
  const { codec, codecString, channels, sampleRate, startSeconds } = first;
  return {
    audio: { codec, codecString, channels: mixed ? 2 : channels, sampleRate, startSeconds },
    sound: { tracks: ordered, mixed },
  };
}

function preference({ isDefault = false }: SoundTrack): number {
  return isDefault ? 1 : 0;
}

/** Mono tracks are the channels of one sound, unless they are in different languages. */
function isOneRecording(tracks: readonly SoundTrack[]): boolean {
  const languages = new Set(tracks.map(({ language }) => language));
  return tracks.length > 1 && languages.size === 1 && tracks.every(({ channels }) => channels === 1);
}

/**
 * The sides of the stereo mix on which a mono track is heard: odd ones on the left (0), even ones on the right (1), as broadcasters
 * number them, and a last odd one of three or more on both.
 */
export function channelSides(at: number, count: number): readonly number[] {
  const single = count % 2 === 1 && at === count - 1;
  return single ? [0, 1] : [at % 2];
}

/** The facts of mixed tracks of which some are `silent`: no side of the mix may be. */
export function withSilentTracks(
  sound: NonNullable<ProbeFacts["sound"]>,
  silent: ReadonlySet<number>,
): NonNullable<ProbeFacts["sound"]> {
  const { tracks } = sound;
  const sides = new Set(
    tracks.flatMap(({ index }, at) => (silent.has(index) ? [] : channelSides(at, tracks.length))),
  );
  return sides.size === 1 ? { ...sound, centred: true } : sound;
}

/** Number of channels of a layout as ffmpeg names it: `mono`, `stereo`, `5.1(side)`, `6 channels`. */
function channelCount(description: string): number {
  const layout = / Hz, ([^,]+)/.exec(description)?.[1] ?? "mono";
  const counted = /^(\d+) channels/.exec(layout)?.[1];
  if (counted !== undefined) return Number(counted);
  const [, around, low] = /^(\d)\.(\d)/.exec(layout) ?? [];
  return around === undefined ? (layout === "mono" ? 1 : 2) : Number(around) + Number(low);
}

/** The audio tracks in ffmpeg's description of a file, without those whose codec it doesn't know. */
export function parseSoundTracks(stderr: string, startSeconds: number): SoundTrack[] {
  const described = streamsIn(stderr)
    .map(({ part, played }) => ({
      part,
      played,
      line: /^\s*Stream #0:\d+(?:\[\w+\])?(?:\(([^)]+)\))?.*?: Audio: (.+)$/m.exec(part),
    }))
    .filter(({ line }) => line !== null);
  const tracks = described.map(({ part, line }, index): SoundTrack => {
    const [, language = "und", description = ""] = line ?? [];
    return {
      index,
      isDefault: /\(default\)/.test(description),
      codec: /^[\w-]+/.exec(description)?.[0] ?? "unknown",
      codecString: null,
      channels: channelCount(description),
      sampleRate: Number(/(\d+) Hz/.exec(description)?.[1] ?? 48_000),
      startSeconds,
      language: language === "und" ? null : language,
      title: /^\s+title\s*: (.+)$/m.exec(part)?.[1]?.trim().slice(0, 100) ?? null,
    };
  });
  return tracks.filter(({ codec, index }) => codec !== "none" && described[index]?.played);
}

/**
 * The streams in ffmpeg's description of a file, in its order. In a transport stream of several programmes those are `played`
 * that belong to the first one with a picture.
 */
export function streamsIn(stderr: string): { number: number; part: string; played: boolean }[] {
  const programmes = stderr.split(/^(?=\s+(?:Program \d|No Program))/m).map((programme) =>
    programme.split(/^(?=\s*Stream #0:\d)/m).flatMap((part) => {
      const number = /^\s*Stream #0:(\d+)/.exec(part)?.[1];
      return number === undefined ? [] : [{ number: Number(number), part }];
    }),
  );
  const watched = programmes.find((streams) =>
    streams.some(({ part }) => /^\s*Stream [^\n]*: Video: /.test(part)),
  );
  const all = new Map(programmes.flat().map((stream) => [stream.number, stream]));
  return [...all.values()]
    .toSorted((a, b) => a.number - b.number)
    .map(({ number, part }) => ({
      number,
      part,
      played: !watched || watched.some((stream) => stream.number === number),
    }));
}
