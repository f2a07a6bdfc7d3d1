import type { Context } from "#core/server/context.ts";
import { footageError, type Selection } from "#modules/footage/contract/files.ts";
import { removeFiles } from "#modules/media/server/public/media.ts";
import { lockTaskFor } from "#modules/tasks/server/public/tasks.ts";

import { notifyFootageClients } from "../notify.ts";
import { mayDelete } from "./present.ts";
import { deleteRows, findSelected } from "./queries.ts";

/** Deletes the selected files, or none if some of them are not the actor's to delete: 403 `not_sender`. */
export async function deleteFiles(
  ctx: Context,
  taskId: number,
  { fileIds, folders }: Required<Selection>,
): Promise<{ deleted: number }> {
  const task = await lockTaskFor(ctx, taskId, "attach");
  const rows = await findSelected(ctx.tx, taskId, { fileIds, folders });
  if (!rows.every(({ file }) => mayDelete(ctx, task, file))) throw footageError("not_sender");
  const ids = rows.map(({ file }) => file.fileId);
  await deleteRows(ctx.tx, ids);
  await removeFiles(ctx, ids);
  await notifyFootageClients(ctx, taskId);
  return { deleted: ids.length };
}
