import { availableParallelism } from "node:os";

import { hash, verify } from "@node-rs/argon2";

import { commonError } from "#core/error.ts";
import { createQueue } from "#core/server/queue.ts";
import { signInError } from "#modules/sign-in/contract/sign-in.ts";

/** OWASP's argon2id setting of 19 MiB, two passes, one lane (argon2id is the library's default algorithm). */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

type Purpose = "login" | "other";

/** A hash takes a core for about 30 ms, so one core is left to everything else. Each purpose has half of the queue. */
const hashing = createQueue({
  concurrency: Math.max(1, availableParallelism() - 1),
  perOwner: 100,
  total: 200,
});

/** Runs a slow hash in turn, logins first. Fails with `unavailable` if too many are waiting. */
async function inTurn<T>(purpose: Purpose, compute: () => Promise<T>): Promise<T> {
  const computed = hashing.run(purpose, compute, purpose === "login" ? "urgent" : "normal");
  if (computed === null) throw commonError("unavailable", { retryAfterSeconds: 5 });
  return computed;
}

/** Fails with `unavailable` if too many hashes are waiting. */
export function hashPassword(password: string): Promise<string> {
  return inTurn("other", () => hash(password.normalize("NFKC"), cost));
}

let placeholderHash: Promise<string> | undefined;

/**
 * Whether the password matches the hash. Takes as long without a hash, so that the timing doesn't reveal accounts. Fails with
 * `unavailable` if too many hashes are waiting.
 */
export async function verifyPassword(
  passwordHash: string | null,
  password: string,
  purpose: Purpose = "other",
): Promise<boolean> {
  placeholderHash ??= hash("nobody has this password", cost);
  const expectedHash = passwordHash ?? (await placeholderHash);
  const matches = await inTurn(purpose, () => verify(expectedHash, password.normalize("NFKC")));
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
