import { actorOf, type Context, type ReadContext } from "#core/server/context.ts";
import type { User } from "#modules/accounts/contract.ts";
import { pictureAddress, ratingOf } from "#modules/accounts/rules.ts";
import { changeProfile, profileByName } from "#modules/accounts/server/actions.ts";
import { keepFiles, removeFiles } from "#modules/media/server/actions.ts";
import { teammatesOf } from "#modules/tasks/server/actions.ts";

import { profileChanged, profilesError, type TopUser } from "../contract.ts";
import { findTopCreators, findTopEditors, type TopRow } from "./store.ts";

const listLength = 20;

/** The profile behind a name as the actor sees it. Fails with `profile_not_found`. */
export async function viewProfile(ctx: ReadContext, username: string): Promise<User> {
  const profile = await profileByName(ctx, username);
  if (!profile) throw profilesError("profile_not_found");
  return profile;
}

export async function listTopEditors(ctx: ReadContext): Promise<TopUser[]> {
  return (await findTopEditors(ctx.tx, listLength)).map(presentTop);
}

export async function listTopCreators(ctx: ReadContext): Promise<TopUser[]> {
  return (await findTopCreators(ctx.tx, listLength)).map(presentTop);
}

/**
 * Saves the actor's profile; pictures are ids of files just received. Pictures that are replaced are removed. The actor's
 * other browsers and whoever shares an open task refetch; for everybody else a profile may be ten minutes old.
 */
export async function editProfile(
  ctx: Context,
  edit: {
    name: string;
    bio: string | null;
    link: string | null;
    pictureFileId?: string | undefined;
    bannerFileId?: string | undefined;
  },
): Promise<User> {
  const { name, bio, link, pictureFileId, bannerFileId } = edit;
  await keepFiles(
    ctx,
    [pictureFileId, bannerFileId].filter((id) => id !== undefined),
  );
  const { user, replacedFileIds } = await changeProfile(ctx, {
    name,
    bio,
    link,
    ...(pictureFileId !== undefined && { pictureFileId }),
    ...(bannerFileId !== undefined && { bannerFileId }),
  });
  await removeFiles(ctx, replacedFileIds);
  const personId = actorOf(ctx).id;
  ctx.notifyClients([personId, ...(await teammatesOf(ctx, personId))], profileChanged, { personId });
  return user;
}

function presentTop({ pictureFileId, ratingSum, ratingCount, ...row }: TopRow): TopUser {
  const rating = ratingOf({ ratingSum, ratingCount });
  return { ...row, rating, profileImgUrl: pictureAddress(pictureFileId) };
}
