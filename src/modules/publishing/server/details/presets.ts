import { randomUUID } from "node:crypto";

import { and, asc, eq, sql } from "drizzle-orm";

import { currentActor, type Context, type ReadContext } from "#core/server/context.ts";
import type { Transaction } from "#core/server/database.ts";
import { detailsError, type Preset } from "#modules/publishing/contract/details.ts";
import { maxPresets, type PresetDetails } from "#modules/publishing/rules/presets.ts";

import { detailPresets } from "../tables.ts";

const presetColumns = { id: detailPresets.id, name: detailPresets.name, details: detailPresets.details };
const isNamed = (name: string) => eq(sql`lower(${detailPresets.name})`, name.toLowerCase());

/** A creator's presets by name. */
export async function listPresets({ tx }: Pick<ReadContext, "tx">, personId: number): Promise<Preset[]> {
  return tx
    .select(presetColumns)
    .from(detailPresets)
    .where(eq(detailPresets.personId, personId))
    .orderBy(asc(sql`lower(${detailPresets.name})`));
}

/** Saves details as a preset of the actor; one of the same name, in any case, is replaced. */
export async function savePreset(
  ctx: Context,
  { name, details }: { name: string; details: PresetDetails },
): Promise<Preset> {
  const personId = currentActor(ctx).id;
  const isSame = and(eq(detailPresets.personId, personId), isNamed(name));
  const [replaced] = await ctx.tx
    .update(detailPresets)
    .set({ name, details })
    .where(isSame)
    .returning(presetColumns);
  if (replaced) return replaced;
  if ((await ctx.tx.$count(detailPresets, eq(detailPresets.personId, personId))) >= maxPresets) {
    throw detailsError("too_many_presets");
  }
  const row = { id: randomUUID(), personId, name, details };
  const [saved] = await ctx.tx
    .insert(detailPresets)
    .values(row)
    .onConflictDoNothing()
    .returning(presetColumns);
  // Another request has saved one of this name meanwhile.
  if (!saved) throw detailsError("preset_name_taken");
  return saved;
}

/** Renames a preset of the actor. Throws `preset_not_found` and `preset_name_taken`. */
export async function renamePreset(
  ctx: Context,
  { presetId, name }: { presetId: string; name: string },
): Promise<Preset> {
  const personId = currentActor(ctx).id;
  const [taken] = await ctx.tx
    .select(presetColumns)
    .from(detailPresets)
    .where(and(eq(detailPresets.personId, personId), isNamed(name)));
  if (taken && taken.id !== presetId) throw detailsError("preset_name_taken");
  const isOwn = and(eq(detailPresets.id, presetId), eq(detailPresets.personId, personId));
  const [renamed] = await ctx.tx.update(detailPresets).set({ name }).where(isOwn).returning(presetColumns);
  if (!renamed) throw detailsError("preset_not_found");
  return renamed;
}

/** Deletes a preset of the actor, if it still exists. */
export async function deletePreset(ctx: Context, presetId: string): Promise<void> {
  const personId = currentActor(ctx).id;
  await ctx.tx
    .delete(detailPresets)
    .where(and(eq(detailPresets.id, presetId), eq(detailPresets.personId, personId)));
}

export async function deletePresets(tx: Transaction, personId: number): Promise<void> {
  await tx.delete(detailPresets).where(eq(detailPresets.personId, personId));
}
