import type { Handlers } from "#core/server/bind-endpoints.ts";
import { requireUploadSpace } from "#modules/media/server/public/media.ts";
import { type reviewEndpoints, reviewError } from "#modules/review/contract/versions.ts";
import type { withdrawalEndpoints } from "#modules/review/contract/withdrawals.ts";

import { approve, extendWindow, requestExtension, undoApproval } from "../decisions/decisions.ts";
import type { ReviewDependencies } from "../dependencies.ts";
import { convertVersion, originalAddress, previewUrl, listTaskVersions, videoPreview } from "./preview.ts";
import { admitVersion, beginVersion, takeVersion, uploadToContinue } from "./uploads.ts";
import { withdrawVersion } from "./withdraw.ts";

export function reviewHandlers({
  storage,
}: Pick<ReviewDependencies, "storage">): Handlers<typeof reviewEndpoints> {
  return {
    beginVersion: async ({ run, body }) =>
      run(async (ctx) => {
        const upload = await beginVersion(ctx, body);
        await requireUploadSpace(ctx, storage, upload);
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
    convertVersion: async ({ run, params, body }) =>
      run((ctx) => convertVersion(ctx, { taskId: params.id, version: body.version })),
    preview: async ({ read, params, query }) => read((ctx) => videoPreview(ctx, params.id, query.version)),
    versions: async ({ read, params }) => read((ctx) => listTaskVersions(ctx, params.id)),
    original: async ({ read, params }) => read((ctx) => originalAddress(ctx, params.id)),
    approve: async ({ run, params, body }) =>
      run((ctx) => approve(ctx, { taskId: params.id, version: body.version })),
    undoApproval: async ({ run, params, body }) =>
      run((ctx) => undoApproval(ctx, { taskId: params.id, version: body.version })),
    extendWindow: async ({ run, params, body }) =>
      run((ctx) => extendWindow(ctx, { taskId: params.id, version: body.version })),
    requestExtension: async ({ run, params, body }) =>
      run((ctx) => requestExtension(ctx, { taskId: params.id, version: body.version })),
  };
}

export function withdrawalHandlers(): Handlers<typeof withdrawalEndpoints> {
  return {
    withdrawVersion: async ({ run, params, body }) =>
      run((ctx) => withdrawVersion(ctx, { taskId: params.id, version: body.version, reason: body.reason })),
  };
}
