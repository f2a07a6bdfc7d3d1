import { z } from "zod";

import { defineJob, type JobWorker, worker } from "#core/server/job.ts";

import type { SignInDependencies } from "../dependencies.ts";
import { deliverEmail } from "../public/deliver-email.ts";
import { decryptEmailAddress } from "./job-email-address.ts";
import { renderSecurityEmail, securityEvents } from "./security-email.ts";

/** Jobs of versions up to 0.1 name Google in the change. */
const presentEvent = (change: unknown) =>
  typeof change === "string" ? change.replace(/^google_/, "identity_") : change;

/** Emails the owner of an account about a change to how they sign in. Retries span about a day. */
export const securityEmailJob = defineJob({
  job: "sign-in.security-email",
  data: z.object({
    encryptedEmail: z.string(),
    change: z.preprocess(presentEvent, z.enum(securityEvents)),
    provider: z.string().nullable().default(null),
    at: z.iso.datetime(),
    timeZone: z.string().nullable().default(null),
  }),
  retries: 28,
  retryDelaySeconds: 30,
  expireSeconds: 120,
  concurrency: 2,
});

export function securityEmailWorker(
  dependencies: Pick<SignInDependencies, "keyring" | "appUrl" | "mail" | "log">,
): JobWorker {
  const { keyring, appUrl } = dependencies;
  return worker(securityEmailJob, async ({ encryptedEmail, at, ...about }) => {
    const to = decryptEmailAddress(keyring, encryptedEmail);
    await deliverEmail(dependencies, { to, ...renderSecurityEmail({ ...about, at: new Date(at), appUrl }) });
  });
}
