import { join, resolve } from "node:path";

import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";

import { prestartProbe } from "#adapters/ffmpeg/probe.ts";
import { googleIdentity, sandboxIdentity } from "#adapters/identity-provider/addresses.ts";
import type { Mail } from "#adapters/mail/mail.ts";
import { createMailbox } from "#adapters/mail/mailbox.ts";
import { createSmtpMail } from "#adapters/mail/smtp.ts";
import { supervisePostgres } from "#adapters/postgres/supervise.ts";
import { createWebPush } from "#adapters/push/web-push.ts";
import { googleAddresses, sandboxAddresses } from "#adapters/video-platform/youtube/addresses.ts";

import { requireNoUnfinishedRestore } from "./backup/restore-marker.ts";
import { compose } from "./compose.ts";
import { type Config, readConfig } from "./config.ts";
import { createHealthServer } from "./health-server.ts";
import { createLog } from "./log.ts";
import { requireUsableDatabase } from "./open-database.ts";
import { portError, type Port, requireFreePort } from "./ports.ts";
import { makePrivateFolders, requirePublishFolders } from "./private-folders.ts";
import { createSignalRule } from "./repeated-signals.ts";
import { sandboxClient } from "./sandbox-process.ts";
import { applicationSecret, secretFile } from "./secret.ts";
import { settingsInForce } from "./settings/in-force.ts";
import { createShutdown, type Shutdown } from "./shutdown.ts";
import { type SupervisedSandbox, superviseSandbox } from "./supervise-sandbox.ts";
import { prepareWebFolder } from "./web-folder.ts";

interface Machine {
  root: string;
  env: Record<string, string | undefined>;
  /** False if another server serves the browser app, as in development. */
  web: boolean;
  print: (line: string) => void;
}

/**
 * Starts Reelay until a signal stops it. Rejects with an error with instructions, after stopping everything
 * that had started.
 */
export async function start(machine: Machine): Promise<void> {
  const config = readConfig(machine.env);
  const shutdown = createShutdown();
  stopOnSignal(machine.print, shutdown.stop);
  try {
    await startParts(machine, config, shutdown);
  } catch (error) {
    await shutdown.stop().catch((other: unknown) => machine.print(String(other)));
    throw error;
  }
}

async function startParts(
  { root, env, web, print }: Machine,
  config: Config,
  shutdown: Shutdown,
): Promise<void> {
  const log = createLog(config.logLevel);
  const dataFolder = resolve(root, config.dataFolder);
  const { ownPort, healthPort, sandboxPort } = configuredPorts(config);
  for (const port of [ownPort, healthPort, sandboxPort]) if (port) await requireFreePort(port);
  // The library is loaded only where its figures can be read.
  const metrics = healthPort ? (await import("#adapters/metrics/prometheus.ts")).createPrometheus() : null;
  await requireNoUnfinishedRestore(dataFolder);
  await makePrivateFolders(dataFolder, { ownDatabase: config.databaseUrl === null });
  await requirePublishFolders(config.destinations.folders);
  await requireUsableDatabase(config.databaseUrl);
  const secret = await applicationSecret(config.appSecret, dataFolder);

  const [postgres, platform, webFolder] = await Promise.all([
    config.databaseUrl
      ? null
      : shutdown.start(
          () => supervisePostgres({ folder: join(dataFolder, "postgres"), log }),
          (own) => own.stop(),
        ),
    choosePlatform(config, { root, dataFolder, secret, log }, shutdown),
    web && config.role !== "worker"
      ? shutdown.start(
          () => prepareWebFolder(root, print),
          async () => undefined,
        )
      : null,
  ]);
  const mail = chooseMail(config, platform.sandboxUrl);
  const composed = await compose(
    {
      connection: postgres?.connection ?? { connectionString: config.databaseUrl ?? "" },
      databaseConnections: config.databaseConnections,
      root,
      filesFolder: join(dataFolder, "files"),
      objectStore: config.objectStore,
      storageQuota: config.storageQuota,
      youtubeQuota: config.youtubeQuota,
      scratchFolder: join(dataFolder, "scratch"),
      webFolder,
      appUrl: config.appUrl,
      trustedProxies: config.trustedProxies,
      secret,
      secretFile: config.appSecret ? null : secretFile(dataFolder),
      reviewWindowSeconds: config.reviewWindowSeconds,
      operatorEmails: config.operatorEmails,
      ffmpegPath: config.ffmpegPath,
      metrics,
      settingsInForce: (ffmpeg) =>
        settingsInForce(env, config, {
          root,
          ffmpeg,
          mailTo: mail && !config.smtpUrl ? "none: mailbox of the sandbox platform" : null,
        }),
      platform: platform.client,
      vimeo: config.vimeo,
      destinations: {
        ...config.destinations,
        trustedOrigins: platform.sandboxUrl === null ? [] : [new URL(platform.sandboxUrl).origin],
      },
      identity: platform.identity,
      signIn: config.signIn,
      singleSignOn: config.singleSignOn,
      googleLogin: config.googleLogin,
      mail,
      push: createWebPush({ subject: pushSubject(config) }),
      contact: config.contact,
      pictures: platform.pictures,
      isSandboxRunning: platform.isSandboxRunning,
      role: config.role,
      log,
    },
    shutdown,
  );
  if (ownPort) await listenOn(composed.app, ownPort);
  if (healthPort) {
    const server = await shutdown.start(
      async () => createHealthServer(composed.checkHealth, metrics, log),
      (started) => started.close(),
    );
    await listenOn(server, healthPort);
  }
  await composed.startWork();
  // If this fails, probing the first video reports the error.
  if (config.role !== "web") void prestartProbe().catch(() => undefined);
  if (!mail) print("Email is disabled. Set SMTP_URL to send notifications by email.");
  printStartMessage(config, platform.client.sandbox, print);
}

/** The operator's contact for push services: a `mailto:` or `https:` URL. */
function pushSubject({ appUrl, contact }: Config): string {
  if (contact.email !== null) return `mailto:${contact.email}`;
  return appUrl.startsWith("https:") ? appUrl : "mailto:reelay@localhost";
}

async function listenOn(app: FastifyInstance, port: Port): Promise<void> {
  await app.listen(port).catch((error: Error) => {
    throw portError(port, error);
  });
}

/** A worker serves only its health and metrics, and uses the sandbox that the web process starts. */
function configuredPorts(config: Config): Record<"ownPort" | "healthPort" | "sandboxPort", Port | null> {
  const { listenOn: host, port, healthPort, role, startsSandbox } = config;
  const web = role !== "worker";
  return {
    ownPort: web ? { setting: "PORT", port, host } : null,
    healthPort: healthPort === null ? null : { setting: "HEALTH_PORT", port: healthPort, host },
    sandboxPort: startsSandbox
      ? { setting: "SANDBOX_PORT", port: config.sandboxPort, host: config.sandboxListenOn }
      : null,
  };
}

async function choosePlatform(
  config: Config,
  { secret, log, ...folders }: { root: string; dataFolder: string; secret: string; log: Logger },
  shutdown: Shutdown,
) {
  if (config.google) {
    const client = { addresses: googleAddresses, ...config.google, sandbox: false };
    const pictures = ["https://yt3.ggpht.com"];
    return { client, identity: googleIdentity, sandboxUrl: null, isSandboxRunning: null, pictures };
  }
  const sandbox = sandboxClient(config.sandboxUrl, secret);
  let supervised: SupervisedSandbox | null = null;
  if (config.startsSandbox) {
    const { sandboxPort: port, sandboxListenOn: listenOn, appUrl } = config;
    const settings = { ...folders, port, listenOn, appUrl };
    supervised = await shutdown.start(
      () => superviseSandbox(settings, sandbox, { log, stopping: shutdown.stopping }),
      (running) => running.stop(),
    );
  }
  const { origin, clientId, clientSecret } = sandbox;
  return {
    client: { addresses: sandboxAddresses(origin), clientId, clientSecret, sandbox: true },
    identity: sandboxIdentity(origin),
    sandboxUrl: origin,
    isSandboxRunning: supervised ? () => supervised?.isRunning() ?? false : null,
    pictures: [origin],
  };
}

/** The configured mail server, otherwise the sandbox's mailbox, otherwise none. */
function chooseMail({ smtpUrl, mailFrom }: Config, sandboxUrl: string | null): Mail | null {
  if (smtpUrl) return createSmtpMail({ url: smtpUrl, from: mailFrom });
  return sandboxUrl ? createMailbox({ sandboxUrl, from: mailFrom }) : null;
}

const stopTimeout = 40_000;

/** The first signal stops Reelay gracefully, a second one at once. */
function stopOnSignal(print: (line: string) => void, stop: () => Promise<void>): void {
  const respond = createSignalRule();
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      const response = respond(performance.now());
      if (response === "exit") process.exit(1);
      if (response === "ignore") return;
      print("Stopping …");
      // Data survives a kill, so a part that hangs must not delay the exit.
      setTimeout(() => process.exit(1), stopTimeout).unref();
      stop().then(
        () => process.exit(0),
        (error: unknown) => {
          process.stderr.write(`${String(error)}\n`);
          process.exit(1);
        },
      );
    });
  }
}

function printStartMessage(config: Config, sandbox: boolean, print: (line: string) => void): void {
  if (config.role === "worker") return print("Reelay worker started.");
  print("");
  print(`  Reelay            ${config.appUrl}`);
  if (sandbox) print(`  Sandbox platform  ${config.sandboxUrl}   (stands in for Google, YouTube and Vimeo)`);
  if (sandbox && !config.smtpUrl) print(`  Mailbox           ${config.sandboxUrl}/mailbox`);
  print(`  API               ${config.appUrl}/api/v1/docs`);
  print("");
  const signUpHint = "Sign up as a creator in one browser window and as an editor in another. ";
  print(`  ${sandbox && config.signIn.signUp === "open" ? signUpHint : ""}Stop with Ctrl+C.`);
}
