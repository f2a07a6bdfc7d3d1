import { z } from "zod";

import { passwordText } from "./sign-in.ts";

const fillAll = "Please fill in all fields.";
const filled = z.string().refine((text) => text.trim() !== "", { error: fillAll, abort: true });

/** A new password, entered twice. */
export const newPassword = z
  .object({ password: filled.pipe(passwordText), again: filled })
  .refine(({ password, again }) => password === again, {
    path: ["again"],
    error: "Passwords do not match. Please try again.",
  });
export type NewPassword = z.output<typeof newPassword>;

/** A new password and the current one. */
export const changedPassword = newPassword.safeExtend({ current: filled });
export type ChangedPassword = z.output<typeof changedPassword>;
