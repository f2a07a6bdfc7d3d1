import { z } from "zod";

/** A form field that carries JSON text, as multipart forms do for lists (specification, section 3). */
export function jsonText<T extends z.ZodType>(inner: T) {
  return z
    .string()
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        context.addIssue({ code: "custom", message: "This field must be JSON text." });
        return z.NEVER;
      }
    })
    .pipe(inner);
}

/** A form field that carries a boolean as the text `true` or `false`. */
export const booleanText = z.enum(["true", "false"]).transform((text) => text === "true");

const noId = "That is no id. It is a whole number from 1 on.";

/** A positive whole number written as text, as in paths and forms. */
export const idText = z.coerce.number(noId).int(noId).positive(noId).max(Number.MAX_SAFE_INTEGER, noId);
