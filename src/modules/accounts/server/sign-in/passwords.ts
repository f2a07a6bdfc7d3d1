import { hash, verify } from "@node-rs/argon2";

import { accountsError } from "#modules/accounts/contract.ts";

/** OWASP's argon2id setting of 19 MiB, two passes, one lane (argon2id is the library's default algorithm). */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize("NFKC"), cost);
}

let nobodysHash: Promise<string> | undefined;

/** Whether the password fits. Without a hash it works as long, so that unknown emails can't be told by the clock. */
export async function fitsPassword(passwordHash: string | null, password: string): Promise<boolean> {
  nobodysHash ??= hashPassword("nobody has this password");
  const fits = await verify(passwordHash ?? (await nobodysHash), password.normalize("NFKC"));
  return fits && passwordHash !== null;
}

let commonPasswords: Promise<ReadonlySet<string>> | undefined;

async function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  return new Set(dictionary["passwords-common"]);
}

/** True for passwords on the list of commonly used ones, in any case (decisions, "People and roles"). */
async function isCommonPassword(password: string): Promise<boolean> {
  commonPasswords ??= loadCommonPasswords();
  return (await commonPasswords).has(password.trim().toLowerCase());
}

/** Refuses a commonly used password with `common_password`. */
export async function refuseCommonPassword(password: string): Promise<void> {
  if (!(await isCommonPassword(password))) return;
  const { message } = accountsError("common_password");
  throw accountsError("common_password", { issues: [{ path: "password", message }] });
}
