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

const decimal = z.string().regex(/^\d+$/).transform(Number);

/** A positive whole number, in decimal digits where it is text, as in paths and forms. */
export const idText = z.union([z.number(), decimal], noId).pipe(z.number().int(noId).positive(noId));
