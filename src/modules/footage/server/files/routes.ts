import type { Handlers } from "#core/server/bind-endpoints.ts";
import type { footageEndpoints } from "#modules/footage/contract/files.ts";

import type { FootageDependencies } from "../dependencies.ts";
import { createDownload } from "../downloads/create.ts";
import { downloadChecksums, downloadFiles } from "../downloads/read.ts";
import { beginFiles } from "./begin.ts";
import { deleteFiles } from "./delete.ts";
import { footageFiles, footageOverview } from "./list.ts";

export function footageHandlers(dependencies: FootageDependencies): Handlers<typeof footageEndpoints> {
  return {
    footageOverview: ({ params, read }) => read((ctx) => footageOverview(ctx, params.id)),
    footageFiles: ({ params, query, read }) => read((ctx) => footageFiles(ctx, params.id, query)),
    beginFiles: ({ params, body, run }) =>
      run((ctx) => beginFiles(ctx, dependencies, { taskId: params.id, files: body.files })),
    createDownload: ({ params, body, run }) => run((ctx) => createDownload(ctx, params.id, body)),
    downloadFiles: ({ params, query, read }) =>
      read((ctx) => downloadFiles(ctx, { taskId: params.id, downloadId: params.downloadId }, query)),
    downloadChecksums: ({ params, read }) =>
      read((ctx) => downloadChecksums(ctx, { taskId: params.id, downloadId: params.downloadId })),
    deleteFiles: ({ params, body, run }) => run((ctx) => deleteFiles(ctx, params.id, body)),
  };
}
