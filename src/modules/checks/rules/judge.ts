import { lastFrame } from "#modules/media/rules/frames.ts";

import { type ComparedVersion, judgeChanges } from "./change-rules.ts";
import type { FileFacts, PictureMeasures, SoundMeasures } from "./facts.ts";
import { judgeFile } from "./file-rules.ts";
import type { Finding, Timing } from "./findings.ts";
import { judgePicture } from "./picture-rules.ts";
import { judgeSound } from "./sound-rules.ts";
import type { DeliverySpecification } from "./specification.ts";

/** Number of these rules: raised with each change of what they find, so that stored findings are evaluated again. */
export const rulesVersion = 1;

/** A version as the rules judge it; parts that were not measured are null. */
export interface JudgedVersion {
  facts: FileFacts;
  sound: SoundMeasures | null;
  picture: PictureMeasures | null;
  specification: DeliverySpecification;
  previous: ComparedVersion | null;
}

/** The findings of a version, those of ranges in the order of the video, after those of all of it. */
export function judgeVersion({ facts, sound, picture, specification, previous }: JudgedVersion): Finding[] {
  const timing = timingFrom(facts, picture);
  const integrated = sound?.integrated ?? null;
  const findings = [
    ...judgeFile(facts, specification),
    ...(sound && timing ? judgeSound(sound, timing, specification) : []),
    ...(picture && timing ? judgePicture(picture, facts, timing, specification) : []),
    ...(previous ? judgeChanges({ facts, integrated }, previous) : []),
  ];
  // A demand of the specification that isn't met says it already.
  const kinds = new Set(findings.map(({ kind }) => kind));
  const covered = { changed_size: "picture_size", changed_rate: "frame_rate" } as const;
  return findings
    .filter(({ kind }) => !(kind in covered && kinds.has(covered[kind as keyof typeof covered])))
    .toSorted((one, other) => (one.range?.from ?? -1) - (other.range?.from ?? -1));
}

function timingFrom({ rate, durationSeconds }: FileFacts, picture: PictureMeasures | null): Timing | null {
  if (!rate || durationSeconds === null) return null;
  const frames = lastFrame({ frames: picture?.frames ?? null, durationSeconds, rate }) + 1;
  return { rate, seconds: durationSeconds, frames };
}
