import { commonError } from "#core/error.ts";
import type { PersonalData } from "#core/server/personal-data.ts";

import { pictureAddress } from "../rules/people.ts";
import { listBlockedNames } from "./blocks/queries.ts";
import { listFormerNames, selectPerson } from "./people/queries.ts";

export const peopleData: PersonalData = {
  part: "account",
  read: async ({ tx }, personId) => {
    const person = await selectPerson(tx, personId);
    if (!person) throw commonError("unauthenticated");
    const { id, email, emailVerified, name, role, bio, link, timeZone, createdAt } = person;
    const { suspendedAt, operator, storageQuota, lastActiveAt } = person;
    const { videosUploaded, tasksCompleted, ratingSum, ratingCount } = person;
    return {
      id,
      email,
      emailVerified,
      name,
      role,
      bio,
      link,
      timeZone,
      createdAt,
      lastActiveAt,
      suspendedAt,
      operator,
      storageQuota,
      videosUploaded,
      tasksCompleted,
      ratingSum,
      ratingCount,
      hasPassword: person.passwordHash !== null,
      picture: pictureAddress(person.pictureFileId),
      banner: pictureAddress(person.bannerFileId),
      formerNames: await listFormerNames(tx, personId),
      blocked: await listBlockedNames(tx, personId),
    };
  },
};
