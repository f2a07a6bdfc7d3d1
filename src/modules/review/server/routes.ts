import type { Handlers } from "#core/server/bind-endpoints.ts";

import { type reviewEndpoints, reviewError } from "../contract.ts";
import { approve, extendWindow, reject } from "./deciding.ts";
import { versionsOf, videoPreview } from "./preview.ts";
import { admitVersion, beginVersion, takeVersion, uploadToContinue } from "./uploading.ts";

export function reviewHandlers(): Handlers<typeof reviewEndpoints> {
  return {
    beginVersion: async ({ run, body }) => run((ctx) => beginVersion(ctx, body)),
    unfinishedUpload: async ({ read, params }) => read((ctx) => uploadToContinue(ctx, params.id)),
    uploadVideoToServer: {
      admit: async ({ run, fields }) => {
        await run((ctx) => admitVersion(ctx, fields.taskId));
      },
      handle: async ({ run, fields, files }) => {
        const [video] = files.video;
        if (!video) throw reviewError("no_file");
        await run((ctx) => takeVersion(ctx, { taskId: fields.taskId, fileId: video.id }));
        return { videoId: video.id };
      },
    },
    videoPreview: async ({ read, params }) => read((ctx) => videoPreview(ctx, params.id)),
    versions: async ({ read, params }) => read((ctx) => versionsOf(ctx, params.id)),
    approve: async ({ run, params, body }) =>
      run((ctx) => approve(ctx, { taskId: params.id, version: body.version })),
    reject: async ({ run, params, body }) => run((ctx) => reject(ctx, { taskId: params.id, ...body })),
    extendWindow: async ({ run, params, body }) =>
      run((ctx) => extendWindow(ctx, { taskId: params.id, version: body.version })),
  };
}
