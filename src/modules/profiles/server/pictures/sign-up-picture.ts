import { z } from "zod";

import { AdapterError } from "#core/adapter-error.ts";
import { AppError } from "#core/error.ts";
import { type Actor, type Context, on, type EventHandler } from "#core/server/context.ts";
import { defineJob, type JobWorker, worker } from "#core/server/job.ts";
import { keepFiles, removeFiles } from "#modules/media/server/public/media.ts";
import { storeImage } from "#modules/media/server/public/store-image.ts";
import { profileChanged } from "#modules/people/realtime-messages.ts";
import { addMissingPicture, findWithoutPicture } from "#modules/people/server/public/people.ts";
import { providerKey, signedUpWithPicture } from "#modules/sign-in/contract/identities.ts";

import type { ProfilesDependencies } from "../dependencies.ts";

/** Downloads the picture of an account at an identity provider after the sign-up. The URL is encrypted. Retries span about an hour. */
export const signUpPictureJob = defineJob({
  job: "profiles.google-picture",
  data: z.object({
    personId: z.number(),
    provider: providerKey.default("google"),
    encryptedUrl: z.string(),
  }),
  retries: 6,
  retryDelaySeconds: 60,
  expireSeconds: 300,
  concurrency: 1,
});

/** The key that the picture's URL is encrypted with. */
const purpose = "job:google-picture";

export function signUpPictureHandler(): EventHandler {
  return on(signedUpWithPicture, async (ctx, { personId, provider, pictureUrl }) => {
    const encryptedUrl = ctx.keyring.encrypt(purpose, pictureUrl);
    await ctx.enqueue(signUpPictureJob, { personId, provider, encryptedUrl });
  });
}

/** Gives users without a picture the one of their account at the provider. Gives up when it can't be used. */
export function signUpPictureWorker(dependencies: Omit<ProfilesDependencies, "read">): JobWorker {
  const { run, keyring, identity } = dependencies;
  return worker(signUpPictureJob, async ({ personId, provider, encryptedUrl }, signal) => {
    const source = identity[provider];
    if (!source) return;
    const person = await run(null, (ctx) => findWithoutPicture(ctx, personId));
    if (!person) return;
    const actor: Actor = { ...person, sessionId: "" };
    const fileId = await orNullIfUnusable(async () => {
      const content = await source.picture(keyring.decrypt(purpose, encryptedUrl), signal);
      return storeImage(dependencies, actor, { name: "profile-picture", content });
    });
    if (fileId !== null) await run(actor, (ctx) => usePicture(ctx, personId, fileId));
  });
}

/** The person may have chosen a picture or deleted the account during the download. */
async function usePicture(ctx: Context, personId: number, fileId: string): Promise<void> {
  if (!(await addMissingPicture(ctx, personId, fileId))) return removeFiles(ctx, [fileId]);
  await keepFiles(ctx, [fileId]);
  ctx.notifyClients([personId], profileChanged, { personId });
}

async function orNullIfUnusable<T>(obtain: () => Promise<T>): Promise<T | null> {
  try {
    return await obtain();
  } catch (error) {
    if (error instanceof AdapterError && error.kind === "permanent") return null;
    if (error instanceof AppError && error.code === "not_an_image") return null;
    throw error;
  }
}
