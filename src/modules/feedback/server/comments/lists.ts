import type { ResponseOf } from "#core/endpoint.ts";
import type { ReadContext } from "#core/server/context.ts";
import { lastCompleteChange } from "#core/server/cut-page.ts";
import { together } from "#core/server/database.ts";
import { type feedbackEndpoints, feedbackError } from "#modules/feedback/contract/comments.ts";
import type { countEndpoints } from "#modules/feedback/contract/counts.ts";
import { openCommentsUntil } from "#modules/feedback/rules/comment-counts.ts";
import { personCards } from "#modules/people/server/public/people.ts";
import { framesOfVersion, newestVersion, findTaskVersion } from "#modules/review/server/public/review.ts";
import { editorIds, audience, taskFor } from "#modules/tasks/server/public/tasks.ts";

import { findCarriedOver, findChanges, findOfVersion } from "./list-queries.ts";
import { presentComments } from "./present.ts";
import { countOpen, findCounters } from "./queries.ts";

type Endpoints = typeof feedbackEndpoints;

/** A page of the comments and replies on a version; 404 without access to the task. */
export async function listComments(
  ctx: ReadContext,
  taskId: number,
  page: { version: number; after: number; limit: number },
): Promise<ResponseOf<Endpoints["comments"]>> {
  const task = await taskFor(ctx, taskId, "view");
  // Read before the comments, so that changes meanwhile are requested again.
  const { lastChange } = await findCounters(ctx.tx, taskId);
  const [{ rows, more }, members] = await together([
    findOfVersion(ctx.tx, { ...page, taskId }),
    audience(ctx, task),
  ]);
  const cards = await personCards(ctx, [...new Set([...members, ...editorIds(task)])]);
  return {
    change: lastChange,
    members: [...cards.values()],
    comments: await presentComments(ctx, taskId, rows, cards),
    next: more ? (rows.at(-1)?.sequence ?? null) : null,
  };
}

/** Comments that were changed after a change number. `change` is the number to continue with. */
export async function listChanges(
  ctx: ReadContext,
  taskId: number,
  page: { after: number; limit: number },
): Promise<ResponseOf<Endpoints["commentChanges"]>> {
  await taskFor(ctx, taskId, "view");
  const { lastChange } = await findCounters(ctx.tx, taskId);
  const changed = await findChanges(ctx.tx, { ...page, taskId });
  return {
    change: lastCompleteChange(changed, lastChange),
    comments: await presentComments(ctx, taskId, changed.rows),
    more: changed.more,
  };
}

/**
 * A page of the comments of versions before `version` that were open when it was uploaded, with their replies. Without
 * `version`, those that are open now.
 */
export async function listChecklist(
  ctx: ReadContext,
  taskId: number,
  { version, ...page }: { version?: number | undefined; after: number; limit: number },
): Promise<ResponseOf<Endpoints["checklist"]>> {
  await taskFor(ctx, taskId, "view");
  const { lastChange } = await findCounters(ctx.tx, taskId);
  const { before, openAt } = await checklistPage(ctx, taskId, version);
  const { rows, more } = await findCarriedOver(ctx.tx, { ...page, taskId, before, openAt });
  const versions = [...new Set(rows.map((row) => row.version))];
  return {
    change: lastChange,
    rates: await versionRates(ctx, taskId, versions),
    comments: await presentComments(ctx, taskId, rows),
    next: more ? (rows.at(-1)?.sequence ?? null) : null,
  };
}

async function versionRates(ctx: ReadContext, taskId: number, versions: readonly number[]) {
  const rates: ResponseOf<Endpoints["checklist"]>["rates"] = [];
  for (const number of versions) {
    const version = await framesOfVersion(ctx, { taskId, number });
    rates.push({ version: number, rate: version?.frames?.rate ?? null });
  }
  return rates;
}

async function checklistPage(ctx: ReadContext, taskId: number, version: number | undefined) {
  if (version === undefined) {
    const newest = await newestVersion(ctx, taskId);
    return { before: (newest?.number ?? 0) + 1, openAt: null };
  }
  const row = await findTaskVersion(ctx, { taskId, number: version });
  if (!row) throw feedbackError("version_not_found");
  return { before: version, openAt: row.createdAt };
}

/** The number of open comments on a version and those before it. */
export async function countOpenComments(
  ctx: ReadContext,
  { taskId, version }: { taskId: number; version: number },
): Promise<number> {
  return openCommentsUntil(version, await countOpen(ctx.tx, taskId));
}

/** Open comments of each version that has any. */
export async function listCounts(
  ctx: ReadContext,
  taskId: number,
): Promise<ResponseOf<(typeof countEndpoints)["commentCounts"]>> {
  await taskFor(ctx, taskId, "view");
  return countOpen(ctx.tx, taskId);
}
