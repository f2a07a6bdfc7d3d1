import { z } from "zod";

import { defineJob, type JobWorker, worker } from "#core/server/job.ts";
import { after } from "#core/time.ts";

import { keepInvitations } from "../rules/invitations.ts";
import { linkEmailWorker } from "./account-links/jobs.ts";
import type { SignInDependencies } from "./dependencies.ts";
import { deleteExpiredFlows } from "./flows/queries.ts";
import { invitationEmailWorker } from "./invitations/jobs.ts";
import { deleteOldInvitations } from "./invitations/queries.ts";
import { codeEmailWorker } from "./one-time-codes/jobs.ts";
import { deleteExpiredCodes } from "./one-time-codes/queries.ts";
import { securityEmailWorker } from "./security-emails/jobs.ts";
import { endConnectionsWorker } from "./sessions/jobs.ts";
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

/** Emails codes and security notices, and deletes expired rows every hour. */
export function signInJobs(
  dependencies: Omit<SignInDependencies, "identity" | "secureCookies" | "personalData">,
): JobWorker[] {
  const { run, endConnections } = dependencies;
  const deleteExpired = async () => {
    const ended = await run(null, async (ctx) => {
      await deleteExpiredFlows(ctx.tx, ctx.now);
      await deleteOldInvitations(ctx.tx, after(ctx.now, -keepInvitations));
      await deleteExpiredCodes(ctx.tx, ctx.now);
      return deleteExpiredSessions(ctx.tx, ctx.now);
    });
    for (const sessionId of ended) endConnections(sessionId);
  };
  return [
    worker(sweep, deleteExpired),
    codeEmailWorker(dependencies),
    securityEmailWorker(dependencies),
    invitationEmailWorker(dependencies),
    linkEmailWorker(dependencies),
    endConnectionsWorker(endConnections),
  ];
}
