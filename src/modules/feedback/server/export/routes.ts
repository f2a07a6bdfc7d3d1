import type { Handlers } from "#core/server/bind-endpoints.ts";
import { currentActor } from "#core/server/context.ts";
import type { exportEndpoints } from "#modules/feedback/contract/export.ts";
import { exportFileName, exportFormats } from "#modules/feedback/rules/export-formats.ts";

import { loadExport, loadSheet } from "./load.ts";
import { queueExport, writeFile } from "./write-file.ts";

export function exportHandlers(): Handlers<typeof exportEndpoints> {
  return {
    exportComments: async ({ actor, params, query, read }) => {
      const format = exportFormats.find(({ id }) => id === query.format);
      if (!format) throw new Error(`Unknown format ${query.format}`);
      return queueExport(currentActor({ actor }).id, async () => {
        const { input, large } = await read((ctx) => loadExport(ctx, params.id, query));
        const name = exportFileName(input.title, input.version, format);
        return { name, type: format.type, content: await writeFile({ format: format.id, input, large }) };
      });
    },
    commentSheet: ({ params, query, read }) => read((ctx) => loadSheet(ctx, params.id, query)),
  };
}
