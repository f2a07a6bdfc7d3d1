import { currentActor, type Context, type ReadContext } from "#core/server/context.ts";
import { keepFiles, removeFiles } from "#modules/media/server/public/media.ts";
import { type User } from "#modules/people/contract/people.ts";
import { profileChanged } from "#modules/people/realtime-messages.ts";
import { pictureAddress, averageRating } from "#modules/people/rules/people.ts";
import { changeProfile, profileByName } from "#modules/people/server/public/people.ts";
import { profilesError, type TopUser } from "#modules/profiles/contract/profiles.ts";
import { listTeammateIds } from "#modules/tasks/server/public/tasks.ts";

import { findTopCreators, findTopEditors, type TopRow } from "../profiles/queries.ts";

const listLength = 20;

/** The profile of a user as the actor sees it. 404 `profile_not_found`. */
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
 * Saves the actor's profile. The pictures are ids of received files, or null to remove
 * them; replaced and removed pictures are deleted. Clients of the actor
 * and of users with a shared open task refetch; the others may show a profile up to ten minutes old.
 */
export async function editProfile(
  ctx: Context,
  edit: {
    name: string;
    bio: string | null;
    link: string | null;
    pictureFileId?: string | null | undefined;
    bannerFileId?: string | null | undefined;
  },
): Promise<User> {
  const { name, bio, link, pictureFileId, bannerFileId } = edit;
  await keepFiles(
    ctx,
    [pictureFileId, bannerFileId].filter((id) => typeof id === "string"),
  );
  const { user, replacedFileIds } = await changeProfile(ctx, {
    name,
    bio,
    link,
    ...(pictureFileId !== undefined && { pictureFileId }),
    ...(bannerFileId !== undefined && { bannerFileId }),
  });
  await removeFiles(ctx, replacedFileIds);
  const personId = currentActor(ctx).id;
  ctx.notifyClients([personId, ...(await listTeammateIds(ctx, personId))], profileChanged, { personId });
  return user;
}

function presentTop({ pictureFileId, ratingSum, ratingCount, ...row }: TopRow): TopUser {
  const rating = averageRating({ ratingSum, ratingCount });
  return { ...row, rating, profileImgUrl: pictureAddress(pictureFileId) };
}
