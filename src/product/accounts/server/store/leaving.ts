import { eq } from "drizzle-orm";

import type { Transaction } from "#foundation/server/database.ts";
import { formerMemberKey, formerMemberName } from "#product/accounts/rules/former-member.ts";

import { formerNames, googleAccounts, oneTimeCodes, passkeys, people, type Person } from "../tables.ts";
import { forgetWords } from "./name-words.ts";

/** Takes everything personal out of a person's row, and what belongs to it; nobody can sign in as them any more. */
export async function erasePerson(
  tx: Transaction,
  { id, nameKey }: Pick<Person, "id" | "nameKey">,
  now: Date,
): Promise<void> {
  const former = await tx
    .delete(formerNames)
    .where(eq(formerNames.personId, id))
    .returning({ nameKey: formerNames.nameKey });
  for (const belongings of [oneTimeCodes, googleAccounts, passkeys]) {
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
  await forgetWords(tx, [nameKey, ...former.map((name) => name.nameKey)]);
}
