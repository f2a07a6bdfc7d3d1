import type { Handlers } from "#core/server/bind-endpoints.ts";
import type { Context } from "#core/server/context.ts";
import type { OpenUpload } from "#modules/media/contract.ts";

import { type reviewEndpoints, reviewError } from "../contract.ts";
import {
  approve,
  type CountOpenComments,
  extendWindow,
  reject,
  requestExtension,
  undoApproval,
} from "./decisions.ts";
import { originalOf, previewUrl, versionsOf, videoPreview } from "./preview.ts";
import { admitVersion, beginVersion, takeVersion, uploadToContinue } from "./uploads.ts";

interface Parts {
  /** Throws where the store can't take the rest of an upload. */
  requireSpace: (ctx: Context, upload: OpenUpload) => Promise<void>;
  countOpenComments: CountOpenComments;
}

export function reviewHandlers({ requireSpace, countOpenComments }: Parts): Handlers<typeof reviewEndpoints> {
  return {
    beginVersion: async ({ run, body }) =>
      run(async (ctx) => {
        const upload = await beginVersion(ctx, body);
        await requireSpace(ctx, upload);
        return upload;
      }),
    unfinishedUpload: async ({ read, params }) => read((ctx) => uploadToContinue(ctx, params.id)),
    uploadVideoToServer: {
      admit: async ({ run, fields }) => {
        const { creatorId } = await run((ctx) => admitVersion(ctx, fields.taskId));
        return { filesCountFor: creatorId };
      },
      handle: async ({ run, fields, files }) => {
        const [video] = files.video;
        if (!video) throw reviewError("no_file");
        await run((ctx) => takeVersion(ctx, { taskId: fields.taskId, fileId: video.id }));
        return { videoId: video.id };
      },
    },
    videoPreview: async ({ read, params }) => read((ctx) => previewUrl(ctx, params.id)),
    preview: async ({ read, params, query }) => read((ctx) => videoPreview(ctx, params.id, query.version)),
    versions: async ({ read, params }) => read((ctx) => versionsOf(ctx, params.id)),
    original: async ({ read, params }) => read((ctx) => originalOf(ctx, params.id)),
    approve: async ({ run, params, body }) =>
      run((ctx) => approve(ctx, { taskId: params.id, version: body.version })),
    undoApproval: async ({ run, params, body }) =>
      run((ctx) => undoApproval(ctx, { taskId: params.id, version: body.version })),
    reject: async ({ run, params, body }) =>
      run((ctx) => reject(ctx, { taskId: params.id, ...body }, countOpenComments)),
    extendWindow: async ({ run, params, body }) =>
      run((ctx) => extendWindow(ctx, { taskId: params.id, version: body.version })),
    requestExtension: async ({ run, params, body }) =>
      run((ctx) => requestExtension(ctx, { taskId: params.id, version: body.version })),
  };
}
