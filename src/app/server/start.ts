import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";

import { pino } from "pino";

import { readyToProbe } from "#adapters/ffmpeg/probe.ts";
import { googleIdentity, sandboxIdentity } from "#adapters/identity-provider/addresses.ts";
import type { Mail } from "#adapters/mail/mail.ts";
import { createMailbox } from "#adapters/mail/mailbox.ts";
import { createSmtpMail } from "#adapters/mail/smtp.ts";
import { superviseOwnPostgres } from "#adapters/postgres/supervise.ts";
import { googleAddresses, sandboxAddresses } from "#adapters/video-platform/addresses.ts";

import { requireNoUnfinishedRestore } from "./backup/restore-marker.ts";
import { compose } from "./compose.ts";
import { type Config, readConfig } from "./config.ts";
import { inWords, type Port, requireFreePort } from "./ports.ts";
import { sandboxClient, startSandboxProcess, stopSandboxProcess } from "./sandbox-process.ts";
import { applicationSecret } from "./secret.ts";
import { createShutdown, type Shutdown } from "./shutdown.ts";
import { prepareWebFolder } from "./web-folder.ts";

interface Machine {
  root: string;
  env: Record<string, string | undefined>;
  /** False where something else serves the browser app, as in development. */
  web: boolean;
  say: (line: string) => void;
}

/**
 * Starts Reelay on this machine and stays until it is told to stop. Rejects with a sentence that says what to do, once
 * everything that had been started is stopped again.
 */
export async function start(machine: Machine): Promise<void> {
  const config = readConfig(machine.env);
  const stops = createShutdown();
  stopOnSignal(machine.say, stops.stop);
  try {
    await startParts(machine, config, stops);
  } catch (error) {
    await stops.stop().catch((other: unknown) => machine.say(String(other)));
    throw error;
  }
}

async function startParts({ root, web, say }: Machine, config: Config, stops: Shutdown): Promise<void> {
  const log = pino({ level: config.logLevel, redact: ["req.headers.cookie", "req.headers.authorization"] });
  const dataFolder = resolve(root, config.dataFolder);
  const [ownPort, sandboxPort] = portsOf(config);
  if (ownPort) await requireFreePort(ownPort);
  if (sandboxPort) await requireFreePort(sandboxPort);
  await requireNoUnfinishedRestore(dataFolder);
  await mkdir(dataFolder, { recursive: true });

  const [postgres, platform, webFolder, secret] = await Promise.all([
    config.databaseUrl
      ? null
      : stops.start(
          () => superviseOwnPostgres({ folder: join(dataFolder, "postgres"), log }),
          (own) => own.stop(),
        ),
    choosePlatform(config, root, dataFolder, stops),
    web && config.role !== "worker"
      ? stops.start(
          () => prepareWebFolder(root, say),
          async () => undefined,
        )
      : null,
    applicationSecret(config.appSecret, dataFolder),
  ]);
  const mail = chooseMail(config, platform.sandboxUrl);
  const composed = await compose(
    {
      connection: postgres?.connection ?? { connectionString: config.databaseUrl ?? "" },
      root,
      filesFolder: join(dataFolder, "files"),
      objectStore: config.objectStore,
      scratchFolder: join(dataFolder, "scratch"),
      webFolder,
      appUrl: config.appUrl,
      trustedProxies: config.trustedProxies,
      secret,
      reviewWindowSeconds: config.reviewWindowSeconds,
      ffmpegPath: config.ffmpegPath,
      platform: platform.client,
      identity: platform.identity,
      mail,
      contact: config.contact,
      pictures: platform.pictures,
      role: config.role,
      log,
    },
    stops,
  );
  if (ownPort) {
    await composed.app.listen(ownPort).catch((error: Error) => {
      throw inWords(ownPort, error);
    });
  }
  await composed.startWork();
  // Where it can't start, the first video's reading says so.
  if (config.role !== "web") void readyToProbe().catch(() => undefined);
  if (!mail) say("No email is sent: set SMTP_URL to send notifications by email too.");
  greet(config, platform.client.sandbox, say);
}

/** A worker answers nobody, and works with the sandbox that the web part starts. */
function portsOf(config: Config): [own: Port | null, sandbox: Port | null] {
  if (config.role === "worker") return [null, null];
  return [
    { setting: "PORT", port: config.port, host: config.listenOn },
    config.google ? null : { setting: "SANDBOX_PORT", port: config.sandboxPort, host: "127.0.0.1" },
  ];
}

async function choosePlatform(config: Config, root: string, dataFolder: string, stops: Shutdown) {
  if (config.google) {
    const client = { addresses: googleAddresses, ...config.google, sandbox: false };
    return { client, identity: googleIdentity, sandboxUrl: null, pictures: ["https://yt3.ggpht.com"] };
  }
  const settings = { root, dataFolder, port: config.sandboxPort, appUrl: config.appUrl };
  const sandbox = await sandboxClient(settings);
  if (config.role !== "worker") {
    await stops.start(() => startSandboxProcess(settings, sandbox), stopSandboxProcess);
  }
  const { origin, clientId, clientSecret } = sandbox;
  return {
    client: { addresses: sandboxAddresses(origin), clientId, clientSecret, sandbox: true },
    identity: sandboxIdentity(origin),
    sandboxUrl: origin,
    pictures: [origin],
  };
}

/** Mail goes to a real server where one is set, else into the sandbox's mailbox, else nowhere. */
function chooseMail({ smtpUrl, mailFrom }: Config, sandboxUrl: string | null): Mail | null {
  if (smtpUrl) return createSmtpMail({ url: smtpUrl, from: mailFrom });
  return sandboxUrl ? createMailbox({ sandboxUrl, from: mailFrom }) : null;
}

const longestStop = 40_000;
/** Milliseconds within which a second signal is the same one: npm passes on the Ctrl+C that the terminal sends to both. */
const sameSignal = 1000;

/** The first signal stops Reelay after running work has come to a safe point; a second one ends the process at once. */
function stopOnSignal(say: (line: string) => void, stop: () => Promise<void>): void {
  let stoppingSince: number | null = null;
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      if (stoppingSince !== null && performance.now() - stoppingSince > sameSignal) process.exit(1);
      if (stoppingSince !== null) return;
      stoppingSince = performance.now();
      say("Stopping …");
      // All data survives a kill, so a part that hangs must not keep the process running.
      setTimeout(() => process.exit(1), longestStop).unref();
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

function greet(config: Config, sandbox: boolean, say: (line: string) => void): void {
  if (config.role === "worker") return say("Reelay's worker runs.");
  say("");
  say(`  Reelay            ${config.appUrl}`);
  if (sandbox)
    say(`  Sandbox platform  http://localhost:${config.sandboxPort}   (stands in for Google and YouTube)`);
  if (sandbox && !config.smtpUrl) say(`  Mailbox           http://localhost:${config.sandboxPort}/mailbox`);
  say(`  API               ${config.appUrl}/api/v1/docs`);
  say("");
  say("  Sign up as a creator in one browser window and as an editor in another. Stop with Ctrl+C.");
}
