import type { ReceivedFile } from "#core/endpoint.ts";
import type { Handlers } from "#core/server/bind-endpoints.ts";
import type { ReadContext } from "#core/server/context.ts";
import type { Admission } from "#core/server/form.ts";
import type { feedbackEndpoints } from "#modules/feedback/contract/comments.ts";
import type { countEndpoints } from "#modules/feedback/contract/counts.ts";
import type { decisionEndpoints } from "#modules/feedback/contract/decisions.ts";
import { taskFor } from "#modules/tasks/server/public/tasks.ts";

import { deleteComment, editComment } from "../public/feedback.ts";
import { listChanges, listChecklist, listComments, listCounts } from "./lists.ts";
import { markDone, react, resolveComment } from "./marks.ts";
import { reject } from "./reject.ts";
import { addComment, replyToComment } from "./write-comment.ts";

export function countHandlers(): Handlers<typeof countEndpoints> {
  return { commentCounts: ({ params, read }) => read((ctx) => listCounts(ctx, params.id)) };
}

export function feedbackHandlers(): Handlers<typeof feedbackEndpoints> {
  return {
    comments: ({ params, query, read }) => read((ctx) => listComments(ctx, params.id, query)),
    commentChanges: ({ params, query, read }) => read((ctx) => listChanges(ctx, params.id, query)),
    checklist: ({ params, query, read }) => read((ctx) => listChecklist(ctx, params.id, query)),
    addComment: ({ params, body, run }) =>
      run((ctx) => addComment(ctx, params.id, { ...body, imageFileIds: [] })),
    addCommentWithImages: {
      admit: ({ params, read }) => read((ctx) => countForCreator(ctx, params.id)),
      handle: ({ params, fields, files, run }) =>
        run((ctx) =>
          addComment(ctx, params.id, {
            ...fields,
            drawing: fields.drawing ?? null,
            view: fields.view ?? null,
            imageFileIds: fileIds(files.images),
          }),
        ),
    },
    replyToComment: ({ params, body, run }) =>
      run((ctx) => replyToComment(ctx, commentAddress(params), { ...body, imageFileIds: [] })),
    replyWithImages: {
      admit: ({ params, read }) => read((ctx) => countForCreator(ctx, params.id)),
      handle: ({ params, fields, files, run }) =>
        run((ctx) =>
          replyToComment(ctx, commentAddress(params), { ...fields, imageFileIds: fileIds(files.images) }),
        ),
    },
    editComment: ({ params, body, run }) => run((ctx) => editComment(ctx, commentAddress(params), body)),
    deleteComment: ({ params, run }) => run((ctx) => deleteComment(ctx, commentAddress(params))),
    resolveComment: ({ params, body, run }) =>
      run((ctx) => resolveComment(ctx, commentAddress(params), body.resolved)),
    markDone: ({ params, body, run }) => run((ctx) => markDone(ctx, commentAddress(params), body)),
    react: ({ params, body, run }) => run((ctx) => react(ctx, commentAddress(params), body)),
  };
}

export function decisionHandlers(): Handlers<typeof decisionEndpoints> {
  return {
    reject: ({ params, body, run }) => run((ctx) => reject(ctx, { taskId: params.id, ...body })),
  };
}

/** The images of comments count in the storage of the task's creator. 404 for others than its members. */
async function countForCreator(ctx: ReadContext, taskId: number): Promise<Admission> {
  return { filesCountFor: (await taskFor(ctx, taskId, "comment")).creatorId };
}

function commentAddress({ id, commentId }: { id: number; commentId: string }) {
  return { taskId: id, commentId };
}

function fileIds(images: readonly ReceivedFile[]): string[] {
  return images.map(({ id }) => id);
}
