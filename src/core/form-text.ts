import { z } from "zod";

/** A form field that contains JSON text; multipart forms send lists this way. */
export function jsonText<T extends z.ZodType>(inner: T) {
  return z
    .string()
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        context.addIssue({ code: "custom", message: "This field must contain JSON." });
        return z.NEVER;
      }
    })
    .pipe(inner);
}

/** A form field that contains `true` or `false`. */
export const booleanText = z.enum(["true", "false"]).transform((text) => text === "true");

const invalidId = "Invalid ID";

const decimal = z.string().regex(/^\d+$/).transform(Number);

/** A positive integer, as a number or in decimal digits. */
export const idText = z
  .union([z.number(), decimal], invalidId)
  .pipe(z.number().int(invalidId).positive(invalidId));
