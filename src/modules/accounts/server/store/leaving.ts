import { eq } from "drizzle-orm";

import type { Transaction } from "#core/server/database.ts";
import { formerMemberKey, formerMemberName } from "#modules/accounts/rules/former-member.ts";

import { formerNames, googleAccounts, oneTimeCodes, passkeys, people, type Person } from "../tables.ts";
import { renewWords } from "./name-words.ts";

/** Takes everything personal out of a person's row, and what belongs to it; nobody can sign in as them any more. */
export async function erasePerson(
  tx: Transaction,
  { id, nameKey }: Pick<Person, "id" | "nameKey">,
  now: Date,
): Promise<void> {
  for (const belongings of [formerNames, oneTimeCodes, googleAccounts, passkeys]) {
    await tx.delete(belongings).where(eq(belongings.personId, id));
  }
  await tx
    .update(people)
    .set({
      email: formerMemberKey(id),
      emailVerified: false,
      name: formerMemberName(id),
      nameKey: formerMemberKey(id),
      role: "NORMAL",
      passwordHash: null,
      bio: null,
      link: null,
      pictureFileId: null,
      bannerFileId: null,
      deletedAt: now,
    })
    .where(eq(people.id, id));
  await renewWords(tx, { from: nameKey, to: null });
}
