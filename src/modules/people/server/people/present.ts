import { readableEmail } from "#core/server/readable-email.ts";
import type { PersonCard, User } from "#modules/people/contract/people.ts";
import { pictureAddress, averageRating } from "#modules/people/rules/people.ts";

import type { Person } from "../tables.ts";

/** The columns of a person's card. Searches, which find no suspended users, don't read `suspendedAt`. */
export type CardRow = Pick<Person, "id" | "name" | "role" | "pictureFileId"> &
  Partial<Pick<Person, "suspendedAt">>;

export function presentCard(row: CardRow): PersonCard {
  const { id, name, role, pictureFileId, suspendedAt } = row;
  const card: PersonCard = { id, name, role, profileImgUrl: pictureAddress(pictureFileId) };
  if (suspendedAt) card.suspended = true;
  return card;
}

/** The user as `readerId` sees it: `email`, `Oauth` and `timeZone` are only set if it is the reader. */
export function presentUser(row: Person, readerId: number | null): User {
  const isOwn = row.id === readerId;
  return {
    ...presentCard(row),
    email: isOwn ? readableEmail(row.email) : "",
    bannerImgUrl: pictureAddress(row.bannerFileId),
    Oauth: isOwn && row.passwordHash === null,
    bio: row.bio,
    attachedLinks: row.link === null ? [] : [row.link],
    editable: isOwn,
    createdAt: row.createdAt.toISOString(),
    videosUploaded: row.videosUploaded,
    rating: averageRating(row),
    ratingCount: row.ratingCount,
    tasksCompleted: row.tasksCompleted,
    timeZone: isOwn ? row.timeZone : null,
  };
}
