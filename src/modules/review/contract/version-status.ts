import { z } from "zod";

/** The versions of a task on its card. */
export const versionStatus = z.object({
  /** Number of the newest version that could be watched; 0 if there is none, or it was refused or withdrawn during review. */
  version: z.number().int(),
  /** The current editor's newest upload while it is being prepared or after it was refused. */
  arrival: z
    .object({
      version: z.number().int(),
      fileName: z.string(),
      /** Reason of the refusal; null while the file is being prepared. */
      refusal: z.string().nullable(),
    })
    .nullable(),
  /** The current editor's upload whose bytes are not all stored. */
  upload: z
    .object({
      received: z.number().int(),
      bytes: z.number().int(),
      /** Whether it was being sent in the last seconds. */
      active: z.boolean(),
    })
    .nullable(),
  /** End of the running review window. */
  reviewEndsAt: z.iso.datetime().nullable(),
  /** Poster of the version that can be watched, signed for the reader. */
  posterUrl: z.string().nullable(),
  /** The creator's feedback on the rejected version, until the next one is in review. */
  feedback: z.string().nullable(),
  /** The editor has withdrawn the newest version that was in review. */
  withdrawn: z.object({ version: z.number().int(), reason: z.string() }).nullable(),
});
export type VersionStatus = z.output<typeof versionStatus>;
