import type { ReadContext } from "#core/server/context.ts";
import { together } from "#core/server/database.ts";
import type { CheckReport, PartState, ReportedFinding, Statement } from "#modules/checks/contract/checks.ts";
import { uncheckedTexts } from "#modules/checks/rules/facts.ts";
import { findingLabel, findingPart, findingText, type KeyedFinding } from "#modules/checks/rules/findings.ts";
import { kinds } from "#modules/checks/rules/kinds.ts";
import { findingState } from "#modules/checks/rules/statements.ts";
import { loudnessCurveIn, type Measured, measurementsIn } from "#modules/media/server/public/measurements.ts";
import { personCards, requireCard } from "#modules/people/server/public/people.ts";
import { reviewError } from "#modules/review/contract/versions.ts";
import { taskFor } from "#modules/tasks/server/public/tasks.ts";

import {
  findCheck,
  findProbed,
  findSpecifications,
  listStatements,
  type ProbedVersion,
  type VersionCheck,
  type VersionRef,
} from "../queries.ts";
import { measuredValues, uncheckedReason } from "./evaluate.ts";

/** The report about a version. 404 without access to the task, and `unknown_version`. */
export async function checkReport(ctx: ReadContext, ref: VersionRef): Promise<CheckReport> {
  const version = await visibleVersion(ctx, ref);
  const [check, measured, specifications] = await together([
    findCheck(ctx.tx, ref),
    measurementsIn(ctx.tx, version.videoId),
    findSpecifications(ctx.tx, ref.taskId),
  ]);
  const part = (measurement: Measured<unknown> | null) => partState(ctx, { measurement, version, check });
  const sound = measuredValues(measured.sound);
  const { durationSeconds = null, video } = version.video.facts ?? {};
  return {
    taskId: ref.taskId,
    version: ref.version,
    parts: {
      file: check ? { state: "checked" } : part(null),
      sound: part(measured.sound),
      picture: part(measured.picture),
    },
    findings: check ? await presentFindings(ctx, check) : [],
    open: check?.open ?? 0,
    measured: {
      width: video?.width ?? null,
      height: video?.height ?? null,
      rate: video?.rate ?? null,
      constantRate: video?.constantRate ?? null,
      durationSeconds,
      codec: video?.codec ?? null,
      channels: sound?.channels ?? null,
      loudness: sound?.integrated ?? null,
      loudnessRange: sound?.range ?? null,
      truePeak: sound?.truePeak ?? null,
    },
    specification: specifications.effective,
  };
}

function partState(
  { now }: ReadContext,
  about: { measurement: Measured<unknown> | null; version: ProbedVersion; check: VersionCheck | null },
): PartState {
  const { measurement, version, check } = about;
  const reason = uncheckedReason(measurement, version, { now, evaluated: check !== null });
  if (reason) return { state: "unchecked", reason, text: uncheckedTexts[reason] };
  return { state: measurement ? "checked" : "pending" };
}

/** The loudness curve of a version, or null. 404 without access to the task, and `unknown_version`. */
export async function loudnessCurve(ctx: ReadContext, ref: VersionRef) {
  const { videoId } = await visibleVersion(ctx, ref);
  return loudnessCurveIn(ctx.tx, videoId);
}

async function visibleVersion(ctx: ReadContext, ref: VersionRef): Promise<ProbedVersion> {
  await taskFor(ctx, ref.taskId, "view");
  const version = await findProbed(ctx.tx, ref);
  if (!version) throw reviewError("unknown_version");
  return version;
}

/** The findings of an evaluated version with what people have said about them. */
export async function presentFindings(
  ctx: ReadContext,
  { taskId, findings }: Pick<VersionCheck, "taskId" | "findings">,
): Promise<ReportedFinding[]> {
  const statements = await listStatements(ctx.tx, taskId);
  const people = await personCards(
    ctx,
    statements.map(({ personId }) => personId),
  );
  const statementAbout = ({ key }: KeyedFinding, kind: "explanation" | "acceptance"): Statement | null => {
    const row = statements.find((each) => each.key === key && each.statement === kind);
    if (!row) return null;
    const { personId, at, version, text } = row;
    return { by: requireCard(people, personId), at: at.toISOString(), version, text };
  };
  // Findings of former rules are evaluated again soon.
  return findings
    .filter(({ kind }) => kind in kinds)
    .map((each) => {
      const explanation = statementAbout(each, "explanation");
      const acceptance = statementAbout(each, "acceptance");
      return {
        key: each.key,
        kind: each.kind,
        label: findingLabel(each),
        part: findingPart(each),
        range: each.range,
        text: findingText(each),
        values: each.values,
        state: findingState({ explanation, acceptance }),
        explanation,
        acceptance,
      };
    });
}
