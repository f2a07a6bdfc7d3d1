import { z } from "zod";

import { lineText } from "#core/written-text.ts";
import { personCard } from "#modules/people/contract/people.ts";

import { contributorRights, maxLabelLength } from "../rules/contributors.ts";

/** A person who works on a task besides its editor. */
export const contributor = z.object({
  person: personCard,
  /** Their contribution, such as "Thumbnail". */
  label: z.string(),
  rights: z.array(z.enum(contributorRights)),
});
export type Contributor = z.output<typeof contributor>;

/** A contributor as they are added, by name. Its messages are in `contributors.ts`, which fewer pages load. */
export const contributorEntry = contributor.omit({ person: true }).extend({
  username: z.string().trim().min(1).max(200),
  label: lineText()
    .min(1, "A contributor has no label. Remove them from the list, then add them again.")
    .max(maxLabelLength),
});
export type NewContributor = z.output<typeof contributorEntry>;
