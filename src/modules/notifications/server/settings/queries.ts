import { eq } from "drizzle-orm";

import type { Reading, Transaction } from "#core/server/database.ts";

import { notificationSettings, type SettingsRow } from "../tables.ts";

const defaults: Omit<SettingsRow, "personId"> = {
  push: true,
  email: true,
  emailFrequency: "immediately",
  pushOff: [],
  emailOff: [],
};

/** The settings of a person, or the defaults. */
export async function findSettings(tx: Reading, personId: number): Promise<SettingsRow> {
  const [row] = await tx
    .select()
    .from(notificationSettings)
    .where(eq(notificationSettings.personId, personId));
  return row ?? { personId, ...defaults };
}

/** Locks the settings of a person until the transaction ends, so that two changes don't overwrite each other. */
export async function lockSettings(tx: Transaction, personId: number): Promise<SettingsRow> {
  await tx.insert(notificationSettings).values({ personId }).onConflictDoNothing();
  const [row] = await tx
    .select()
    .from(notificationSettings)
    .where(eq(notificationSettings.personId, personId))
    .for("update");
  if (!row) throw new Error("The settings were not stored.");
  return row;
}

export async function updateSettings(
  tx: Transaction,
  personId: number,
  change: Partial<Omit<SettingsRow, "personId">>,
): Promise<void> {
  await tx.update(notificationSettings).set(change).where(eq(notificationSettings.personId, personId));
}

export async function deleteSettings(tx: Transaction, personId: number): Promise<void> {
  await tx.delete(notificationSettings).where(eq(notificationSettings.personId, personId));
}
