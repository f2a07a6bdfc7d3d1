import type { ReadContext } from "#core/server/context.ts";
import type { ReportedFinding } from "#modules/checks/contract/checks.ts";

import { presentFindings } from "../findings/report.ts";
import { findCheck, type VersionRef } from "../queries.ts";

/** Findings of a version so far, those of the whole video first. The caller has checked access to the task. */
export async function listFindings(
  ctx: ReadContext,
  version: VersionRef,
): Promise<{ checkedAt: Date; findings: ReportedFinding[] }> {
  const check = await findCheck(ctx.tx, version);
  return check
    ? { checkedAt: check.checkedAt, findings: await presentFindings(ctx, check) }
    : { checkedAt: ctx.now, findings: [] };
}

/** Findings of a version that nobody has accepted so far; 0 before anything is checked. */
export async function countOpenFindings(ctx: ReadContext, version: VersionRef): Promise<number> {
  return (await findCheck(ctx.tx, version))?.open ?? 0;
}
