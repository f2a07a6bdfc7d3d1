import { z } from "zod";

import { personCard } from "#modules/people/contract.ts";

/** A person who works on a task besides its editor. */
export const contributor = z.object({
  person: personCard,
  /** Their contribution, such as "Thumbnail". */
  label: z.string(),
  /** Whether they upload versions. */
  mayUpload: z.boolean(),
  /** Whether they add reference files and the thumbnail. */
  mayAttach: z.boolean(),
});
export type Contributor = z.output<typeof contributor>;
