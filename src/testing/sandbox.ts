import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { z } from "zod";

import type { failureSchema } from "../../sandbox-platform/control/failures.ts";
import { people } from "../../sandbox-platform/identity/people.ts";
import { startSandbox } from "../../sandbox-platform/server.ts";
import type { lifeSchema } from "../../sandbox-platform/statistics/life.ts";
import { type Browser, createBrowser } from "../../sandbox-platform/testing/browser.ts";

/** A sandbox platform in this process, on a free port, with an empty data folder. */
export interface TestSandbox {
  url: string;
  clientId: string;
  clientSecret: string;
  /** Adds scripted failures, each for the next matching request. */
  fail: (...rules: z.input<typeof failureSchema>[]) => Promise<void>;
  /** Uploads and videos of the sandbox, newest video first. */
  state: () => Promise<SandboxState>;
  /** Chooses the age, duration and seed of a video for its statistics. */
  live: (videoId: string, life: z.input<typeof lifeSchema>) => Promise<void>;
  /** Emails to an address, newest first. */
  mailTo: (address: string) => Promise<SandboxMail[]>;
  /** Stops it and removes its data. */
  stop: () => Promise<void>;
}

const stateShape = z.object({
  videos: z.array(
    z.object({
      id: z.string(),
      channelId: z.string(),
      bytes: z.number(),
      /** Lower-case hex; set once the video is processed. */
      sha256: z.string().optional(),
      hasThumbnail: z.boolean(),
      resource: z.object({
        snippet: z.object({ title: z.string() }),
        status: z.object({ privacyStatus: z.string(), selfDeclaredMadeForKids: z.boolean() }),
      }),
    }),
  ),
  sessions: z.array(
    z.object({
      size: z.number(),
      confirmedBytes: z.number(),
      /** All body bytes ever received, stored or not. */
      bytesEverReceived: z.number(),
      videoId: z.string().optional(),
    }),
  ),
});
type SandboxState = z.output<typeof stateShape>;

const mailShape = z.object({
  messages: z.array(z.object({ id: z.string(), subject: z.string(), text: z.string(), html: z.string() })),
});
type SandboxMail = z.output<typeof mailShape>["messages"][number];

const client = { clientId: "reelay-test-client", clientSecret: "reelay-test-secret" };

export async function startTestSandbox(
  settings: { redirectUris?: string[]; quotaUnits?: number; quotaUploads?: number } = {},
): Promise<TestSandbox> {
  const dataFolder = await mkdtemp(join(tmpdir(), "reelay-sandbox-"));
  const running = await startSandbox({
    port: 0,
    dataFolder,
    // Tests of the quota set it.
    quotaUnits: settings.quotaUnits ?? 1_000_000,
    quotaUploads: settings.quotaUploads ?? 1_000_000,
    ...client,
    redirectUris: settings.redirectUris ?? [
      "http://localhost:3000/authorize-youtube-upload",
      "http://localhost:3000/oauth",
    ],
  });
  return {
    url: running.url,
    ...client,
    fail: async (...rules) => injectFailures(running.url, ...rules),
    state: async () => readSandboxState(running.url),
    live: async (videoId, life) => chooseLife(running.url, videoId, life),
    mailTo: async (address) => {
      const query = new URLSearchParams({ to: address });
      const answer = await fetch(`${running.url}/mailbox.json?${query}`);
      return mailShape.parse(await answer.json()).messages;
    },
    stop: async () => {
      await running.stop();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

/** Adds scripted failures to the sandbox at `url`, each for the next matching request. */
export async function injectFailures(url: string, ...rules: z.input<typeof failureSchema>[]): Promise<void> {
  const response = await fetch(`${url}/control/failures`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(rules),
  });
  if (!response.ok) throw new Error(`The sandbox rejects these failures: ${await response.text()}`);
}

/** Chooses the age, duration and seed of a video in the sandbox at `url` for its statistics. */
export async function chooseLife(
  url: string,
  videoId: string,
  life: z.input<typeof lifeSchema>,
): Promise<void> {
  const response = await fetch(`${url}/control/statistics/${videoId}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(life),
  });
  if (!response.ok) throw new Error(`The sandbox rejects this life: ${await response.text()}`);
}

/** Uploads and videos of the sandbox at `url`, newest video first. */
export async function readSandboxState(url: string): Promise<SandboxState> {
  return stateShape.parse(await (await fetch(`${url}/control/state`)).json());
}

export interface ConsentChoice {
  /** Email address of a sandbox account; the first one by default. */
  email?: string;
  /** Index of the account's channel. */
  channel?: number;
  /** Scopes whose boxes stay checked; all by default. */
  checkedScopes?: readonly string[];
  /** Presses "Deny". */
  deny?: boolean;
}

/** The parameters of the redirect to the application. */
export interface ConsentResult {
  code: string | null;
  state: string | null;
  error: string | null;
}

/** Passes account, channel and consent over HTTP, as a browser would. */
export async function authorizeInSandbox(
  authorizationUrl: string,
  choice: ConsentChoice = {},
): Promise<ConsentResult> {
  const person = people.find(({ email }) => choice.email === undefined || email === choice.email);
  if (!person) throw new Error(`The sandbox has no ${choice.email}`);
  const browser = createBrowser(new URL(authorizationUrl).origin);
  const accounts = await browser.open(authorizationUrl);
  const consent = await browser.submit(`${accounts.url}/account`, [["account", person.id]]);
  // Without a consent page if all scopes were granted before.
  if (consent.location !== undefined) return readRedirect(consent);
  const channel = person.channels[choice.channel ?? 0];
  const requested = new URL(authorizationUrl).searchParams.get("scope")?.split(" ") ?? [];
  const fields = (choice.checkedScopes ?? requested).map((scope): [string, string] => ["scope", scope]);
  if (channel) fields.push(["channel", channel.id]);
  const back = choice.deny
    ? await browser.submit(`${consent.url}/deny`, [])
    : await browser.submit(`${consent.url}/consent`, fields);
  return readRedirect(back);
}

/** Allows or denies the access of the consent page of the stand-in for Vimeo, in the name of an account. */
export async function authorizeAtVimeo(
  authorizationUrl: string,
  { email, deny = false, checkedScopes }: ConsentChoice = {},
): Promise<ConsentResult> {
  const person = people.find((each) => email === undefined || each.email === email);
  const requested = new URL(authorizationUrl).searchParams.get("scope")?.split(" ") ?? [];
  const fields = (checkedScopes ?? requested).map((scope): [string, string] => ["scope", scope]);
  const browser = createBrowser(new URL(authorizationUrl).origin);
  fields.push(["account", deny ? "" : (person?.id ?? "")]);
  return readRedirect(await browser.submit(authorizationUrl, fields));
}

function readRedirect(back: Awaited<ReturnType<Browser["open"]>>): ConsentResult {
  if (back.location === undefined) throw new Error(`The consent led nowhere: ${back.status} ${back.text}`);
  const { searchParams } = new URL(back.location);
  return {
    code: searchParams.get("code"),
    state: searchParams.get("state"),
    error: searchParams.get("error"),
  };
}
