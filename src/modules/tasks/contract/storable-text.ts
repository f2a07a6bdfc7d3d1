import { z } from "zod";

/** Text that PostgreSQL can store, which excludes NUL characters. */
export const storableText = (missing?: string) =>
  z
    .string(missing)
    .refine((text) => !text.includes("\0"), "This text contains a character that can't be stored.");
