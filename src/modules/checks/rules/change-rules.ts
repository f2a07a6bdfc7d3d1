import { rateName } from "#modules/media/rules/frames.ts";

import type { FileFacts } from "./facts.ts";
import { finding, type Finding } from "./findings.ts";
import { equalRates } from "./specification.ts";

/** Share of the length, and seconds, from which a change of it is more than that of an edit. */
const changedShare = 0.1;
const changedSeconds = 5;
/** LU from which a change of loudness is heard at once. */
const changedLoudness = 2;

/** A version as it is compared with the next one. */
export interface ComparedVersion {
  facts: FileFacts;
  /** In LUFS; null where it was not measured. */
  integrated: number | null;
}

/** Findings about changes against the previous version. */
export function judgeChanges(version: ComparedVersion, previous: ComparedVersion): Finding[] {
  return [
    ...judgeLengths(version.facts.durationSeconds, previous.facts.durationSeconds),
    ...judgeFormats(version.facts, previous.facts),
    ...judgeLoudness(version.integrated, previous.integrated),
  ];
}

function judgeLengths(seconds: number | null, before: number | null): Finding[] {
  if (seconds === null || before === null) return [];
  const change = Math.abs(seconds - before);
  if (change < changedSeconds || change < before * changedShare) return [];
  return [finding("changed_length", { seconds, before })];
}

function judgeFormats(facts: FileFacts, before: FileFacts): Finding[] {
  const { rate, width, height } = facts;
  // The mean of a variable rate is never the same.
  const former = facts.constantRate === false || before.constantRate === false ? null : before.rate;
  const changed = rate && former && !equalRates(rate, former);
  const names = changed ? { rate: rateName(rate), before: rateName(former) } : null;
  const size = { width, height, before: `${before.width} × ${before.height}` };
  return [
    ...(names ? [finding("changed_rate", names)] : []),
    ...(width !== before.width || height !== before.height ? [finding("changed_size", size)] : []),
  ];
}

function judgeLoudness(integrated: number | null, before: number | null): Finding[] {
  if (integrated === null || before === null) return [];
  if (Math.abs(integrated - before) < changedLoudness) return [];
  return [finding("changed_loudness", { integrated, before })];
}
