import type { ReceivedFile } from "#core/endpoint.ts";
import type { Handlers } from "#core/server/bind-endpoints.ts";
import type { ReadContext } from "#core/server/context.ts";
import { together } from "#core/server/database.ts";
import type { Task, tasksEndpoints } from "#modules/tasks/contract/tasks.ts";

import { presentContributors } from "../public/contributors.ts";
import { listTeammateCards, presentTask, type TaskRow, taskFor } from "../public/tasks.ts";
import { findEditors, findTasksByTitle } from "../search/search.ts";
import { declineTask } from "./decline.ts";
import { admitEdit, admitNewTask, cancelTask, createTask, updateTask } from "./task-form.ts";

export function tasksHandlers(): Handlers<typeof tasksEndpoints> {
  return {
    fetchTask: async ({ read, params }) =>
      read(async (ctx) => presentWhole(ctx, await taskFor(ctx, params.id, "view"))),
    createTask: {
      admit: async ({ run, fields }) => run((ctx) => admitNewTask(ctx, fields)),
      handle: async ({ run, fields, files }) =>
        run(async (ctx) => presentTask(ctx, await createTask(ctx, { ...fields, ...fileIds(files) }))),
    },
    updateTask: {
      admit: async ({ run, fields, params }) => run((ctx) => admitEdit(ctx, params.id, fields)),
      handle: async ({ run, fields, files, params }) =>
        run(async (ctx) =>
          presentTask(ctx, await updateTask(ctx, params.id, { ...fields, ...fileIds(files) })),
        ),
    },
    teammates: async ({ read }) => read(listTeammateCards),
    searchTasks: async ({ read, query }) => read((ctx) => findTasksByTitle(ctx, query.query)),
    searchEditors: async ({ read, query }) => read((ctx) => findEditors(ctx, query)),
    cancelTask: async ({ run, params }) =>
      run(async (ctx) => presentTask(ctx, await cancelTask(ctx, params.id))),
    declineTask: async ({ run, params, body }) => {
      await run((ctx) => declineTask(ctx, params.id, body));
      return null;
    },
  };
}

/** A single task with its contributors. */
async function presentWhole(ctx: ReadContext, row: TaskRow): Promise<Task> {
  const [task, contributors] = await together([presentTask(ctx, row), presentContributors(ctx, row.id)]);
  return contributors.length === 0 ? task : { ...task, contributors };
}

function fileIds(received: { files: readonly ReceivedFile[]; thumbnail: readonly ReceivedFile[] }) {
  return {
    fileIds: received.files.map((file) => file.id),
    thumbnailFileId: received.thumbnail[0]?.id ?? null,
  };
}
