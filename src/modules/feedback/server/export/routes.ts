import type { Handlers } from "#core/server/bind-endpoints.ts";
import type { exportEndpoints } from "#modules/feedback/contract/export.ts";
import { exportFileName, exportFormats } from "#modules/feedback/rules/export-formats.ts";

import { loadExport, loadSheet } from "./load.ts";
import { writers } from "./writers.ts";

export function exportHandlers(): Handlers<typeof exportEndpoints> {
  return {
    exportComments: async ({ params, query, read }) => {
      const input = await read((ctx) => loadExport(ctx, params.id, query));
      const format = exportFormats.find(({ id }) => id === query.format);
      if (!format) throw new Error(`Unknown format ${query.format}`);
      const name = exportFileName(input.title, input.version, format);
      return { name, type: format.type, content: writers[format.id](input) };
    },
    commentSheet: ({ params, query, read }) => read((ctx) => loadSheet(ctx, params.id, query)),
  };
}
