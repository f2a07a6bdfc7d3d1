import type { FastifyInstance } from "fastify";
import { z } from "zod";

import type { ObjectStorage } from "#adapters/object-storage/storage.ts";
import { commonError } from "#core/error.ts";
import type { Handlers } from "#core/server/bind-endpoints.ts";
import type { Read } from "#core/server/context.ts";
import { pictureAddress } from "#modules/accounts/rules.ts";
import { storedFile } from "#modules/media/server/actions.ts";

import type { profilesEndpoints } from "../contract.ts";
import { editProfile, listTopCreators, listTopEditors, viewProfile } from "./actions.ts";
import { createPictureDrawer } from "./draw-picture.ts";
import { listReviews, rateEditor, viewRating } from "./rating.ts";
import { findUse } from "./store.ts";

export function profilesHandlers(): Handlers<typeof profilesEndpoints> {
  return {
    profile: ({ query, read }) => read((ctx) => viewProfile(ctx, query.username)),
    topEditors: ({ read }) => read(listTopEditors),
    topYoutubers: ({ read }) => read(listTopCreators),
    editProfile: ({ fields, files, run }) =>
      run((ctx) =>
        editProfile(ctx, {
          ...fields,
          pictureFileId: files.profileImg[0]?.id,
          bannerFileId: files.BannerImg[0]?.id,
        }),
      ),
    rate: ({ body, run }) => run((ctx) => rateEditor(ctx, body)),
    rating: ({ params, read }) => read((ctx) => viewRating(ctx, params.id)),
    reviews: ({ query, read }) => read((ctx) => listReviews(ctx, query)),
  };
}

const pictureParams = z.object({ fileId: z.uuid() });

/** An image of ours is drawn anew from pixels; nothing in the reply may run all the same. */
const inert = {
  "x-content-type-options": "nosniff",
  "content-security-policy": "sandbox; default-src 'none'",
  "cross-origin-resource-policy": "same-origin",
};

/** Profile pictures and banners, for everybody: an address never changes its picture, so browsers keep it. */
export function registerProfilesRoutes(
  app: FastifyInstance,
  parts: { read: Read; storage: ObjectStorage },
): void {
  const drawPicture = createPictureDrawer(parts.storage);
  app.get(pictureAddress(":fileId"), { schema: { hide: true } }, async (request, reply) => {
    const params = pictureParams.safeParse(request.params);
    if (!params.success) throw commonError("not_found");
    const { fileId } = params.data;
    const found = await parts.read(null, async (ctx) => {
      const use = await findUse(ctx.tx, fileId);
      return use && { use, ...(await storedFile(ctx, fileId)) };
    });
    if (!found) throw commonError("not_found");
    const image = await drawPicture(fileId, found.key, found.use);
    return reply
      .headers({ ...inert, "cache-control": "public, max-age=31536000, immutable" })
      .type("image/webp")
      .send(image);
  });
}
