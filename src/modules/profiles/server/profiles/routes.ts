import type { FastifyInstance } from "fastify";
import { z } from "zod";

import { AdapterError } from "#core/adapter-error.ts";
import { commonError } from "#core/error.ts";
import type { Handlers } from "#core/server/bind-endpoints.ts";
import { storedFile } from "#modules/media/server/public/media.ts";
import { pictureAddress } from "#modules/people/rules/people.ts";
import type { profilesEndpoints } from "#modules/profiles/contract/profiles.ts";
import { posterAddress } from "#modules/profiles/rules/profiles.ts";

import type { ProfilesDependencies } from "../dependencies.ts";
import { createPictureResizer } from "../pictures/profile-picture.ts";
import { editProfile, listTopCreators, listTopEditors, viewProfile } from "../public/profiles.ts";
import { listPublishedVideos, publicPoster } from "../published-videos/list.ts";
import { listReviews, rateEditor, viewRating } from "../ratings/ratings.ts";
import { findPictureUse } from "./queries.ts";

export function profilesHandlers(): Handlers<typeof profilesEndpoints> {
  return {
    profile: ({ query, read }) => read((ctx) => viewProfile(ctx, query.username)),
    topEditors: ({ read }) => read(listTopEditors),
    topYoutubers: ({ read }) => read(listTopCreators),
    editProfile: {
      admit: async () => ({ filesCountFor: null }),
      handle: ({ fields, files, run }) =>
        run((ctx) =>
          editProfile(ctx, {
            ...fields,
            pictureFileId: files.profileImg[0]?.id ?? (fields.removeProfileImg ? null : undefined),
            bannerFileId: files.BannerImg[0]?.id ?? (fields.removeBannerImg ? null : undefined),
          }),
        ),
    },
    rate: ({ body, run }) => run((ctx) => rateEditor(ctx, body)),
    rating: ({ params, read }) => read((ctx) => viewRating(ctx, params.id)),
    reviews: ({ query, read }) => read((ctx) => listReviews(ctx, query)),
    publishedVideos: ({ query, read }) => read((ctx) => listPublishedVideos(ctx, query)),
  };
}

const videoParams = z.object({ videoId: z.uuid() });

const pictureParams = z.object({ fileId: z.uuid() });

/** Prevents browsers from executing anything in a response, although images are re-encoded from pixels. */
const inert = {
  "x-content-type-options": "nosniff",
  "content-security-policy": "sandbox; default-src 'none'",
  "cross-origin-resource-policy": "same-origin",
};

/**
 * Serves profile pictures, banners and the posters of public videos to everyone. The picture of a URL never changes, so
 * browsers cache it.
 */
export function registerProfilesRoutes(
  app: FastifyInstance,
  { read, storage }: Pick<ProfilesDependencies, "read" | "storage">,
): void {
  const resizePicture = createPictureResizer(storage);
  app.get(pictureAddress(":fileId"), { schema: { hide: true } }, async (request, reply) => {
    const params = pictureParams.safeParse(request.params);
    if (!params.success) throw commonError("not_found");
    const { fileId } = params.data;
    const picture = await read(null, async (ctx) => {
      const use = await findPictureUse(ctx.tx, fileId);
      return use && { use, ...(await storedFile(ctx, fileId)) };
    });
    if (!picture) throw commonError("not_found");
    const image = await resizePicture(fileId, picture.key, picture.use).catch(notFoundIfMissing);
    return reply
      .headers({ ...inert, "cache-control": "public, max-age=31536000, immutable" })
      .type("image/webp")
      .send(image);
  });
  app.get(posterAddress(":videoId"), { schema: { hide: true } }, async (request, reply) => {
    const params = videoParams.safeParse(request.params);
    if (!params.success) throw commonError("not_found");
    const { videoId } = params.data;
    const key = await read(null, (ctx) => publicPoster(ctx, videoId));
    if (key === null) throw commonError("not_found");
    const image = await resizePicture(videoId, key, "poster").catch(notFoundIfMissing);
    return reply
      .headers({ ...inert, "cache-control": "public, max-age=3600" })
      .type("image/webp")
      .send(image);
  });
}

function notFoundIfMissing(error: unknown): never {
  if (error instanceof AdapterError && error.code === "missing") throw commonError("not_found");
  throw error;
}
