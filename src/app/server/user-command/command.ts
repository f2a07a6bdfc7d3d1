import { join, resolve } from "node:path";

import { createJobs } from "#adapters/jobs/pg-boss.ts";
import { connect } from "#adapters/postgres/connect.ts";
import { supervisePostgres } from "#adapters/postgres/supervise.ts";
import { AppError } from "#core/error.ts";
import { createRun } from "#core/server/context.ts";
import { createKeyring } from "#core/server/keyring.ts";
import {
  listUserLines,
  runUserCommand,
  UserCommandError,
  type UserCommand,
  userCommands,
} from "#modules/operators/server/public/command.ts";
import { lockTaskOfVideo } from "#modules/tasks/server/public/tasks.ts";

import { ConfigError, readConfig } from "../config.ts";
import { createLog } from "../log.ts";
import { moduleEventHandlers } from "../modules.ts";
import { hasOwnDatabase } from "../open-database.ts";
import { secretInUse } from "../secret.ts";
import { createShutdown } from "../shutdown.ts";

const usage = `Usage: npm run user -- COMMAND

  list [TEXT]            accounts, by part of the name or email
  suspend EMAIL          end the sessions of an account and refuse logins
  restore EMAIL          allow a suspended account to log in again
  reset-password EMAIL   print a link that sets a new password
  login-link EMAIL       print a link that logs in
  make-operator EMAIL [--confirm-email]
  remove-operator EMAIL`;

interface Command {
  root: string;
  arguments: readonly string[];
  env: Record<string, string | undefined>;
  say: (line: string) => void;
  complain: (line: string) => void;
}

/** Runs `npm run user`, also while Reelay runs; returns the exit code. */
export async function runCommand({ root, env, say, complain, ...command }: Command): Promise<number> {
  const flags = command.arguments.filter((argument) => argument.startsWith("--"));
  const [name = "", subject, ...rest] = command.arguments.filter((argument) => !argument.startsWith("--"));
  const knownName = userCommands.find((each) => each === name);
  const confirmEmail = flags.includes("--confirm-email");
  const unknownFlag = flags.some((flag) => flag !== "--confirm-email" || knownName !== "make-operator");
  if (!knownName || rest.length > 0 || unknownFlag || (knownName !== "list" && subject === undefined)) {
    complain(usage);
    return 2;
  }
  try {
    for (const line of await run({ root, env }, knownName, { subject: subject ?? "", confirmEmail }))
      say(line);
    return 0;
  } catch (error) {
    const expected = [UserCommandError, AppError, ConfigError].some((kind) => error instanceof kind);
    complain(expected && error instanceof Error ? error.message : String(error));
    return 1;
  }
}

async function run(
  { root, env }: Pick<Command, "root" | "env">,
  command: UserCommand,
  { subject, confirmEmail }: { subject: string; confirmEmail: boolean },
): Promise<string[]> {
  const config = readConfig(env);
  const log = createLog("error");
  const dataFolder = resolve(root, config.dataFolder);
  const secret = await secretInUse(config.appSecret, dataFolder);
  if (!secret || (config.databaseUrl === null && !hasOwnDatabase(dataFolder))) {
    throw new UserCommandError(
      `${dataFolder} has no database or secret of Reelay. Is DATA_DIR set to the folder that Reelay uses?`,
    );
  }
  const shutdown = createShutdown();
  try {
    const bundledPostgres = config.databaseUrl
      ? null
      : await shutdown.start(
          () => supervisePostgres({ folder: join(dataFolder, "postgres"), log }),
          (postgres) => postgres.stop(),
        );
    const connection = bundledPostgres?.connection ?? { connectionString: config.databaseUrl ?? "" };
    const { pool, db } = await shutdown.start(
      async () => connect(connection, { log, max: 2, name: "reelay user" }),
      (connected) => connected.pool.end(),
    );
    const jobs = await shutdown.start(
      () => createJobs({ pool, log }),
      (queue) => queue.stop(),
    );
    const { operatorEmails, reviewWindowSeconds, storageQuota, signIn, appUrl } = config;
    const act = createRun({
      db,
      clock: () => new Date(),
      keyring: createKeyring(secret),
      settings: { operatorEmails, reviewWindowSeconds, storageQuota, signIn, emailEnabled: false },
      enqueue: jobs.enqueue,
      sendRealtime: () => undefined,
      eventHandlers: moduleEventHandlers(),
      lockTask: lockTaskOfVideo,
    });
    if (command === "list") return await act(null, (ctx) => listUserLines(ctx, subject));
    const input = { command, email: subject, confirmEmail, appUrl };
    return await act(null, (ctx) => runUserCommand(ctx, input));
  } finally {
    await shutdown.stop();
  }
}
