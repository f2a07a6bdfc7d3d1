import { z } from "zod";

import { personCard } from "#modules/people/contract/people.ts";

/** The decision of one person on a version that several people have to approve. */
export const approval = z.object({
  person: personCard,
  /** Whether the version can't be published without the person's approval. */
  required: z.boolean(),
  /** When they approved; null while they have not. */
  approvedAt: z.iso.datetime().nullable(),
});
export type Approval = z.output<typeof approval>;

/** The approvals of a version that certain managers have to approve. */
export const requiredApprovals = z.object({
  approverIds: z.array(z.number()),
  /** Number of these who have approved it. */
  given: z.number(),
});
export type RequiredApprovals = z.output<typeof requiredApprovals>;
