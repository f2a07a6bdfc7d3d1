import { isDeepStrictEqual } from "node:util";

import type { ProbeFacts } from "#adapters/ffmpeg/facts.ts";
import type { Context } from "#core/server/context.ts";
import { hour } from "#core/time.ts";
import { findingsChanged } from "#modules/checks/contract/checks.ts";
import { checkChanged } from "#modules/checks/realtime-messages.ts";
import type { FileFacts, UncheckedReason } from "#modules/checks/rules/facts.ts";
import { judgeVersion } from "#modules/checks/rules/judge.ts";
import { type VersionFindings, withKeys } from "#modules/checks/rules/matching.ts";
import { type Measured, measurementsIn } from "#modules/media/server/public/measurements.ts";
import { audience, lockTask, notifyTaskClients, type TaskRow } from "#modules/tasks/server/public/tasks.ts";

import {
  findCheck,
  findPrevious,
  findPreviousCheck,
  findProbed,
  findSpecifications,
  type ProbedVersion,
  storeCheck,
  type VersionCheck,
  type VersionRef,
} from "../queries.ts";

/** A part without a measurement that long after its video was ready was interrupted. */
const measuringLimit = 24 * hour;

/**
 * Judges a version by what was measured of it so far, stores the findings and publishes them; with `onlyChanges`, equal ones are
 * not published. Does nothing before its video was probed. The lock of the task orders evaluations and statements.
 */
export async function evaluate(
  ctx: Context,
  ref: VersionRef,
  { onlyChanges = false }: { onlyChanges?: boolean } = {},
): Promise<void> {
  const task = await lockTask(ctx, ref.taskId);
  const version = await findProbed(ctx.tx, ref);
  if (!version?.video.facts) return;
  const facts = fileFacts(version.video.facts);
  const measured = await measurementsIn(ctx.tx, version.videoId);
  const { effective } = await findSpecifications(ctx.tx, ref.taskId);
  const judged = judgeVersion({
    facts,
    sound: measuredValues(measured.sound),
    picture: measuredValues(measured.picture),
    specification: effective,
    previous: await comparedVersion(ctx, ref),
  });
  const former = await findCheck(ctx.tx, ref);
  const earlier: VersionFindings[] = [];
  for (const check of [former, await findPreviousCheck(ctx.tx, ref)])
    earlier.push(...(check ? await versionFindings(ctx, check) : []));
  const findings = withKeys(judged, { version: ref.version, ...ranges(version.video.facts) }, earlier);
  const complete = measured.sound !== null && measured.picture !== null;
  await storeCheck(ctx.tx, { ...ref, findings, complete, checkedAt: ctx.now });
  if (onlyChanges && isDeepStrictEqual(findings, former?.findings)) return;
  await publishChange(ctx, task);
}

/** Has pages and notifications of the task show the result. */
export async function publishChange(ctx: Context, task: TaskRow): Promise<void> {
  ctx.notifyClients(await audience(ctx, task), checkChanged, { taskId: task.id });
  await notifyTaskClients(ctx, task);
  await ctx.emit(findingsChanged, { taskId: task.id });
}

/** The previous version with its loudness; null without one. */
async function comparedVersion(ctx: Context, ref: VersionRef) {
  const previous = await findPrevious(ctx.tx, ref);
  if (!previous?.video.facts) return null;
  const { sound } = await measurementsIn(ctx.tx, previous.videoId);
  return {
    facts: fileFacts(previous.video.facts),
    integrated: measuredValues(sound)?.integrated ?? null,
  };
}

/** The findings of an evaluation; none of a version without facts. */
async function versionFindings(ctx: Context, check: VersionCheck): Promise<VersionFindings[]> {
  const version = await findProbed(ctx.tx, check);
  if (!version?.video.facts) return [];
  return [{ version: check.version, findings: check.findings, ...ranges(version.video.facts) }];
}

function ranges({ video: { rate }, durationSeconds }: ProbeFacts) {
  return { framesPerSecond: rate.num / rate.den, seconds: durationSeconds };
}

/** The values of a measurement; null without any. */
export function measuredValues<Values>(measured: Measured<Values> | null): Values | null {
  return measured && "values" in measured ? measured.values : null;
}

/** The facts of a probe as the rules judge them. */
export function fileFacts({ video, audio, sound, durationSeconds }: ProbeFacts): FileFacts {
  const { width, height, rate, constantRate, codec, matrix, hdr, fullRange = false, interlaced } = video;
  return {
    width,
    height,
    rate,
    constantRate,
    durationSeconds,
    codec,
    soundTracks: sound?.tracks.length ?? (audio ? 1 : 0),
    colour: { matrix, hdr, fullRange },
    interlaced,
  };
}

/** The reason why a part is not checked; null while it is being measured, and for one that was. */
export function uncheckedReason(
  part: Measured<unknown> | null,
  { video }: Pick<ProbedVersion, "video">,
  { now, evaluated }: { now: Date; evaluated: boolean },
): UncheckedReason | null {
  if (part) return "obstacle" in part ? part.obstacle : null;
  if (!["receiving", "preparing", "ready"].includes(video.state)) return "not_measured";
  if (video.readyAt === null) return null;
  if (!evaluated) return "not_measured";
  return now.getTime() - video.readyAt.getTime() > measuringLimit ? "interrupted" : null;
}
