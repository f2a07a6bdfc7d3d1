import { z } from "zod";

/** Query of a page of comments, which also ends where its size is reached. */
export const commentPage = z.object({
  /** The last sequence of the previous page. */
  after: z.coerce.number().int().min(0).max(2_147_483_647).default(0),
  limit: z.coerce.number().int().min(1).max(1000).default(500),
});

/** Query of a page of changes, which also ends where its size is reached. */
export const changesPage = z.object({
  after: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
  limit: z.coerce.number().int().min(1).max(1000).default(500),
});

/** `after` of the next page; null on the last one. */
export const nextComments = z.number().int().nullable();
