import { z } from "zod";

import { commonError } from "#core/error.ts";
import type { Page, PageQuery } from "#core/page.ts";
import { currentActor, type ReadContext } from "#core/server/context.ts";
import { together } from "#core/server/database.ts";
import type { FileOrder, FootageFile, FootageOverview } from "#modules/footage/contract/files.ts";
import type { FootageKind } from "#modules/footage/rules/kinds.ts";
import { personCards } from "#modules/people/server/public/people.ts";
import { taskFor } from "#modules/tasks/server/public/tasks.ts";

import { placeOfSender } from "../access.ts";
import { presentFiles } from "./present.ts";
import {
  findFiles,
  findListed,
  type StoredFootage,
  sumFolders,
  sumUnfinished,
  sumUnverified,
} from "./queries.ts";

/** The folders of a task's files, and what is still arriving. */
export async function footageOverview(ctx: ReadContext, taskId: number): Promise<FootageOverview> {
  const task = await taskFor(ctx, taskId, "view");
  const personId = currentActor(ctx).id;
  const [folders, unfinished, verifying] = await together([
    sumFolders(ctx.tx, taskId),
    sumUnfinished(ctx.tx, { taskId, personId }),
    sumUnverified(ctx.tx, taskId),
  ]);
  const cards = await personCards(
    ctx,
    folders.flatMap(({ deliveredBy }) => deliveredBy ?? []),
  );
  return {
    folders,
    people: [...cards.values()],
    unfinished,
    verifying,
    abilities: { add: task.abilities.includes("attach"), deleteAll: task.abilities.includes("edit") },
    deliveredBy: placeOfSender(task, personId),
  };
}

interface FilesQuery extends PageQuery {
  /** Absent for the creator's side. */
  deliveredBy?: number | undefined;
  folder: string;
  search: string;
  kind?: FootageKind | undefined;
  order: FileOrder;
}

/** A page of the files of a folder, or of all whose path contains `search`. */
export async function footageFiles(
  ctx: ReadContext,
  taskId: number,
  { deliveredBy, folder, search, kind, order, limit, cursor }: FilesQuery,
): Promise<Page<FootageFile>> {
  const task = await taskFor(ctx, taskId, "view");
  const place = search === "" ? { deliveredBy: deliveredBy ?? null, folder } : null;
  const last = await readCursor(ctx, taskId, cursor);
  const rows = await findListed(ctx.tx, { taskId, place, search, kind, order, last, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const more = rows.length > limit;
  return {
    items: await presentFiles(ctx, task, page),
    nextCursor: more ? (page.at(-1)?.file.fileId ?? null) : null,
  };
}

/** The last file of the page before, by its id. */
async function readCursor(
  ctx: ReadContext,
  taskId: number,
  cursor: string | undefined,
): Promise<StoredFootage | null> {
  if (cursor === undefined) return null;
  const { success, data: fileId } = z.uuid().safeParse(cursor);
  const [file] = success ? await findFiles(ctx.tx, taskId, [fileId]) : [];
  if (!file) throw commonError("invalid_input", { message: "The list has changed. Reload it." });
  return file;
}
