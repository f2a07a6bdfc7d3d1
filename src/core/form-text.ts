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

const decimal = z.string().regex(/^\d+$/).transform(Number);

/** A positive integer, as a number or in decimal digits. `missing` is the message when it is absent. */
export function idTextWith(invalid: string, missing = invalid) {
  const isMissing = (input: unknown) => input === undefined || input === null || input === "";
  return z
    .union([z.number(), decimal], { error: ({ input }) => (isMissing(input) ? missing : invalid) })
    .pipe(z.number().int(invalid).positive(invalid));
}

/** An id with the message "Invalid ID". */
export const idText = idTextWith("Invalid ID");
