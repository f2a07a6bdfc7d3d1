import { z } from "zod";

import type { Run } from "#core/server/context.ts";
import { defineJob, type JobWorker, worker } from "#core/server/job.ts";
import type { Keyring } from "#core/server/keyring.ts";

import type { EmailDelivery } from "./actions/deliver-email.ts";
import { deleteExpiredFlows } from "./flows/queries.ts";
import { codeEmailWorker } from "./one-time-codes/code-email-job.ts";
import { deleteExpiredCodes } from "./one-time-codes/queries.ts";
import { securityEmailWorker } from "./security-emails/security-email-job.ts";
import { deleteExpiredSessions } from "./sessions/queries.ts";

const sweep = defineJob({
  job: "sign-in.sweep",
  data: z.unknown(),
  retries: 2,
  retryDelaySeconds: 60,
  expireSeconds: 300,
  concurrency: 1,
  cron: "17 * * * *",
});

interface SignInJobDependencies extends EmailDelivery {
  run: Run;
  keyring: Keyring;
  /** The app's address, without a trailing slash. */
  appUrl: string;
  /** Receives each session that ended. */
  endConnections: (sessionId: string) => void;
}

/** Emails codes and security notices, and deletes expired rows every hour. */
export function signInJobs(dependencies: SignInJobDependencies): JobWorker[] {
  const { run, endConnections } = dependencies;
  const deleteExpired = async () => {
    const ended = await run(null, async (ctx) => {
      await deleteExpiredFlows(ctx.tx, ctx.now);
      await deleteExpiredCodes(ctx.tx, ctx.now);
      return deleteExpiredSessions(ctx.tx, ctx.now);
    });
    for (const sessionId of ended) endConnections(sessionId);
  };
  return [worker(sweep, deleteExpired), codeEmailWorker(dependencies), securityEmailWorker(dependencies)];
}
