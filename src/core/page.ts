import { z } from "zod";

/** Query of a list: an opaque `cursor` from the page before, and how many rows (1 to 100). */
export const pageQuery = z.object({
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(30),
});
export type PageQuery = z.output<typeof pageQuery>;

export interface Page<T> {
  items: T[];
  nextCursor: string | null;
}
