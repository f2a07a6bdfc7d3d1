import { chunk } from "#core/chunk.ts";
import { type Context, type EventHandler, on } from "#core/server/context.ts";
import { after, second } from "#core/time.ts";
import { fileReceived, fileRefused, fileUploadEnded } from "#modules/media/contract/files.ts";
import { removeFiles } from "#modules/media/server/public/media.ts";
import { accountDeleted } from "#modules/people/contract/people.ts";

import { filesOfCreator, hasReceivedSince, markReceived, tasksOfFile } from "./arrival/queries.ts";
import { deleteRows } from "./files/queries.ts";
import { notifyFootageClients } from "./notify.ts";

/** Clients hear of arriving files this often; while files arrive, they also read the overview by themselves. */
const notifyEvery = 2 * second;
/** Files of a statement: PostgreSQL accepts 65,535 parameters at most. */
const filesAtOnce = 1000;

/** Lists files when they were verified or turn out damaged, and deletes those of creators who delete their account. */
export function footageEventHandlers(): EventHandler[] {
  return [
    on(fileReceived, async (ctx, { fileId, owner }) => {
      if (owner.kind !== "footage") return;
      for (const taskId of await markReceived(ctx.tx, fileId, { receivedAt: ctx.now })) {
        const since = after(ctx.now, -notifyEvery);
        const isRecent = await hasReceivedSince(ctx.tx, { taskId, since, except: fileId });
        if (!isRecent) await notifyFootageClients(ctx, taskId);
      }
    }),
    on(fileRefused, async (ctx, { fileId, owner }) => {
      if (owner.kind !== "footage") return;
      // It stays listed so that its sender sees that it has to be sent again. Nobody hears of its arrival.
      await markReceived(ctx.tx, fileId, { receivedAt: ctx.now, announced: true });
      await notifyTasks(ctx, fileId);
    }),
    on(fileUploadEnded, async (ctx, { fileId, owner }) => {
      if (owner.kind !== "footage") return;
      await notifyTasks(ctx, fileId);
      await deleteRows(ctx.tx, [fileId]);
    }),
    on(accountDeleted, async (ctx, { personId }) => {
      for (const fileIds of chunk(await filesOfCreator(ctx.tx, personId), filesAtOnce)) {
        await deleteRows(ctx.tx, fileIds);
        await removeFiles(ctx, fileIds);
      }
    }),
  ];
}

async function notifyTasks(ctx: Context, fileId: string): Promise<void> {
  for (const taskId of await tasksOfFile(ctx.tx, fileId)) await notifyFootageClients(ctx, taskId);
}
