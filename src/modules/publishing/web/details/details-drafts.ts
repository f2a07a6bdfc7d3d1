import { z } from "zod";

import { changedValues, formDrafts } from "#core/web/form-drafts.ts";
import { type DetailsInput, publishOptions } from "#modules/publishing/rules/options.ts";

import { detailsDraftsKey } from "../storage-keys.ts";

const unsavedChanges = z
  .object({
    title: z.string(),
    description: z.string(),
    tags: z.array(z.string()),
    madeForKids: z.boolean(),
    // Without those that can't be saved, such as half of a date.
    options: publishOptions.partial().catch({}),
  } satisfies Record<keyof DetailsInput, z.ZodType>)
  .partial();

type UnsavedDetails = z.output<typeof unsavedChanges>;

/** Unsaved changes of video details, by task. */
export const detailsDrafts = formDrafts(detailsDraftsKey, unsavedChanges);

/** The details that differ from the saved ones, each option by itself. */
export function detailsChanges(saved: DetailsInput, values: DetailsInput): UnsavedDetails {
  const { options: _, ...texts } = changedValues(saved, values);
  const options = changedValues(saved.options, values.options);
  return Object.keys(options).length === 0 ? texts : { ...texts, options };
}

/** The saved details with the changes of an earlier visit. */
export function withChanges(saved: DetailsInput, { options, ...texts }: UnsavedDetails): DetailsInput {
  return { ...saved, ...texts, options: { ...saved.options, ...options } };
}
