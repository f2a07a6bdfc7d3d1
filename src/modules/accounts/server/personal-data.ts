import { commonError } from "#core/error.ts";
import type { PersonalData } from "#core/server/personal-data.ts";

import { pictureAddress } from "../rules.ts";
import { findPerson } from "./store/people.ts";
import { listBelongings } from "./store/personal-data.ts";

export const accountsData: PersonalData = {
  part: "account",
  read: async ({ tx }, personId) => {
    const person = await findPerson(tx, personId);
    if (!person) throw commonError("unauthenticated");
    const { id, email, emailVerified, name, role, bio, link, createdAt } = person;
    const { videosUploaded, tasksCompleted, ratingSum, ratingCount } = person;
    return {
      ...{ id, email, emailVerified, name, role, bio, link, createdAt },
      ...{ videosUploaded, tasksCompleted, ratingSum, ratingCount },
      hasPassword: person.passwordHash !== null,
      picture: pictureAddress(person.pictureFileId),
      banner: pictureAddress(person.bannerFileId),
      ...(await listBelongings(tx, personId)),
    };
  },
};
