import { z } from "zod";

import type { Role } from "#foundation/access.ts";

/** Specification, section 5: the e-mail must contain "@" and "."; blank fields get their own sentence. */
export const emailText = z
  .string("Please fill all fields")
  .trim()
  .min(1, "Please fill all fields")
  .max(254, "invalid email format")
  .regex(/^[^\s@<>"']+@[^\s@<>"']+\.[^\s@<>"']+$/, "invalid email format")
  .transform((email) => email.toLowerCase());

export const shortestPassword = 8;
export const longestPassword = 128;

/** Decisions, "People and roles": 8 to 128 characters. Common passwords are refused by the server. */
export const passwordText = z
  .string("Please fill all fields")
  .refine((password) => password.trim().length > 0, { error: "Please fill all fields", abort: true })
  .min(shortestPassword, `Use at least ${shortestPassword} characters for the password.`)
  .max(longestPassword, `Use at most ${longestPassword} characters for the password.`);

/** Routes of a role: "y" for creators, "c" for everybody else (specification, section 2). */
export function routePrefix(role: Role): "y" | "c" {
  return role === "YOUTUBER" ? "y" : "c";
}

/** The address of a person's profile inside the app. */
export function profilePath(person: { role: Role; name: string }): string {
  return `/${routePrefix(person.role)}/profile/${encodeURIComponent(person.name)}`;
}

/** A first public name from an e-mail's local part; `attempt` makes it unique (decisions, "People and roles"). */
export function nameFromEmail(email: string, attempt: number): string {
  const local = email.slice(0, email.lastIndexOf("@"));
  // oxlint-disable-next-line no-control-regex -- control characters are what must go
  const allowed = local.replace(/[/?#%\u0000-\u001f\u007f]/g, "").slice(0, 44) || "person";
  return attempt === 0 ? allowed : `${allowed}-${attempt + 1}`;
}

/** Where the browser keeps the token of its realtime connection (specification, section 3). */
export const socketTokenKey = "socketToken";
