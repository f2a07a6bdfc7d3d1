import { hash, verify } from "@node-rs/argon2";

import { signInError } from "#modules/sign-in/contract.ts";

/** OWASP's argon2id setting of 19 MiB, two passes, one lane (argon2id is the library's default algorithm). */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize("NFKC"), cost);
}

let placeholderHash: Promise<string> | undefined;

/** Whether the password matches the hash. Takes as long without a hash, so that the timing doesn't reveal accounts. */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  placeholderHash ??= hashPassword("nobody has this password");
  const matches = await verify(passwordHash ?? (await placeholderHash), password.normalize("NFKC"));
  return matches && passwordHash !== null;
}

let commonPasswords: Promise<ReadonlySet<string>> | undefined;

async function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  return new Set(dictionary["passwords-common"]);
}

/** Whether a password is on the list of common passwords, in any case. */
async function isCommonPassword(password: string): Promise<boolean> {
  commonPasswords ??= loadCommonPasswords();
  return (await commonPasswords).has(password.trim().toLowerCase());
}

/** Fails with `common_password` for a password on the list. */
export async function rejectCommonPassword(password: string): Promise<void> {
  if (!(await isCommonPassword(password))) return;
  const { message } = signInError("common_password");
  throw signInError("common_password", { issues: [{ path: "password", message }] });
}
