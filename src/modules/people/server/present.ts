import { readableEmail } from "#core/server/readable-email.ts";

import type { PersonCard, User } from "../contract.ts";
import { pictureAddress, ratingOf } from "../rules.ts";
import type { Person } from "./tables.ts";

/** The columns of a person's card. */
export type CardRow = Pick<Person, "id" | "name" | "role" | "pictureFileId">;

export function presentCard(row: CardRow): PersonCard {
  return { id: row.id, name: row.name, role: row.role, profileImgUrl: pictureAddress(row.pictureFileId) };
}

/** The user as `readerId` sees it: `email`, `Oauth` and `timeZone` are only set if it is the reader. */
export function presentUser(row: Person, readerId: number | null): User {
  const own = row.id === readerId;
  return {
    ...presentCard(row),
    email: own ? readableEmail(row.email) : "",
    bannerImgUrl: pictureAddress(row.bannerFileId),
    Oauth: own && row.passwordHash === null,
    bio: row.bio,
    attachedLinks: row.link === null ? [] : [row.link],
    editable: own,
    createdAt: row.createdAt.toISOString(),
    videosUploaded: row.videosUploaded,
    rating: ratingOf(row),
    ratingCount: row.ratingCount,
    tasksCompleted: row.tasksCompleted,
    timeZone: own ? row.timeZone : null,
  };
}
