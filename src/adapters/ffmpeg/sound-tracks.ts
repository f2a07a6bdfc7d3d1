import { execFile } from "node:child_process";

import type { Probe, ProbeFacts, SoundTrack } from "./facts.ts";
import { describeInput } from "./ffmpeg-facts.ts";
import type { Ffmpeg } from "./ffmpeg.ts";
import { options, sourceArgs, withResourceLimits } from "./run.ts";
import { silentTracks } from "./silent-tracks.ts";
import { parseSoundTracks, soundFacts, withSilentTracks } from "./sound-facts.ts";

/** Tracks that are considered; cameras and broadcasters write up to 16. */
const maxTracks = 24;

/** Codecs that every ffmpeg decodes. */
const certain = /^(?:aac|mp3|opus|vorbis|flac|ac3|eac3|dts|ulaw|alaw|pcm-.*)$/;
/** USAC (xHE-AAC), which only recent versions of ffmpeg decode. */
const uncertain = /^mp4a\.40\.42$/;
/** Containers in which mediabunny leaves out tracks of unknown codecs. */
const partlyRead = new Set(["mpeg-ts", "Ogg"]);

/** Whether ffmpeg has to try which tracks can be heard or are silent, for which the file must be on this disk. */
export function needsTrial({ container, sound }: ProbeFacts): boolean {
  if (partlyRead.has(container) || sound?.mixed === true) return true;
  return (sound?.tracks ?? []).some((track) => !isCertain(track));
}

function isCertain({ codec, codecString }: SoundTrack): boolean {
  return certain.test(codec) && !uncertain.test(codecString ?? "");
}

/** The facts with those sound tracks that ffmpeg decodes: others are passed over, whichever comes first. */
export async function withHeardSound(ffmpeg: Ffmpeg, path: string, probe: Probe): Promise<Probe> {
  if (!probe.ok || !needsTrial(probe.facts)) return probe;
  const { facts } = probe;
  const start = facts.audio?.startSeconds ?? facts.video.startSeconds;
  const tracks = partlyRead.has(facts.container)
    ? parseSoundTracks(await describeInput(ffmpeg, path), start)
    : (facts.sound?.tracks ?? []);
  const heard: SoundTrack[] = [];
  for (const track of tracks.slice(0, maxTracks)) {
    if (isCertain(track) || (await isDecoded(ffmpeg, path, track))) heard.push(track);
  }
  const heardFacts = soundFacts(heard);
  const sound =
    heardFacts.sound?.mixed === true
      ? withSilentTracks(heardFacts.sound, await silentTracks(ffmpeg, path, facts, heard))
      : heardFacts.sound;
  return { ok: true, facts: { ...facts, ...heardFacts, ...(sound && { sound }) } };
}

const trialSeconds = 30;

/** Whether ffmpeg decodes a frame of the track. A track that is not reached in time gets the benefit of the doubt. */
async function isDecoded(ffmpeg: Ffmpeg, path: string, { index }: SoundTrack): Promise<boolean> {
  const [program, ...before] = await withResourceLimits(ffmpeg.path);
  const commonArguments = ["-hide_banner", "-nostdin", "-v", "error", "-vn", "-sn", "-dn"];
  const output = [...options({ map: `0:a:${index}`, "frames:a": 1, f: "s16le" }), "pipe:1"];
  return new Promise((resolve) => {
    execFile(
      program,
      [...before, ...commonArguments, ...sourceArgs(path), ...output],
      {
        timeout: trialSeconds * 1000,
        killSignal: "SIGKILL",
        encoding: "buffer",
        maxBuffer: 16 * 1024 * 1024,
      },
      (error, stdout) => resolve(stdout.length > 0 || error?.killed === true),
    );
  });
}
