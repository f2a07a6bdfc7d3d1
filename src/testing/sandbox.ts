import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { z } from "zod";

import type { failureSchema } from "../../sandbox-platform/control/failures.ts";
import { people } from "../../sandbox-platform/identity/people.ts";
import { startSandbox } from "../../sandbox-platform/server.ts";
import { type Browser, createBrowser } from "../../sandbox-platform/testing/browser.ts";

/** A sandbox platform of one's own, in this process, on a free port, with an empty data folder. */
export interface TestSandbox {
  url: string;
  clientId: string;
  clientSecret: string;
  /** Orders ways to fail, each for the next call that fits. */
  fail: (...rules: z.input<typeof failureSchema>[]) => Promise<void>;
  /** Everything that the sandbox knows of uploads and videos, newest video first. */
  state: () => Promise<SandboxState>;
  /** The mail that has come for somebody, newest first. */
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
      /** Lower-case hex, once the video has been processed. */
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
      /** Body bytes that ever arrived, those not kept included. */
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

export async function startTestSandbox(settings: { redirectUris?: string[] } = {}): Promise<TestSandbox> {
  const dataFolder = await mkdtemp(join(tmpdir(), "reelay-sandbox-"));
  const running = await startSandbox({
    port: 0,
    dataFolder,
    ...client,
    redirectUris: settings.redirectUris ?? [
      "http://localhost:3000/authorize-youtube-upload",
      "http://localhost:3000/oauth",
    ],
  });
  return {
    url: running.url,
    ...client,
    fail: async (...rules) => orderFailures(running.url, ...rules),
    state: async () => readSandboxState(running.url),
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

/** Orders ways to fail of the sandbox at `url`, each for the next call that fits. */
export async function orderFailures(url: string, ...rules: z.input<typeof failureSchema>[]): Promise<void> {
  const response = await fetch(`${url}/control/failures`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(rules),
  });
  if (!response.ok) throw new Error(`The sandbox rejects these failures: ${await response.text()}`);
}

/** Everything that the sandbox at `url` knows of uploads and videos, newest video first. */
export async function readSandboxState(url: string): Promise<SandboxState> {
  return stateShape.parse(await (await fetch(`${url}/control/state`)).json());
}

export interface ConsentChoice {
  /** Email address of one of the sandbox's people; the first of them by default. */
  email?: string;
  /** Which of their channels, counted from 0. */
  channel?: number;
  /** Scopes whose boxes stay ticked; all of them by default. */
  ticked?: readonly string[];
  /** Presses "Deny" instead. */
  deny?: boolean;
}

/** What the platform sends back to the application's redirect address. */
export interface ConsentResult {
  code: string | null;
  state: string | null;
  error: string | null;
}

/** Goes through account, channel and consent by plain HTTP, as a person would in a browser. */
export async function authorizeInSandbox(
  authorizationUrl: string,
  choice: ConsentChoice = {},
): Promise<ConsentResult> {
  const person = people.find(({ email }) => choice.email === undefined || email === choice.email);
  if (!person) throw new Error(`The sandbox has no ${choice.email}`);
  const browser = createBrowser(new URL(authorizationUrl).origin);
  const accounts = await browser.open(authorizationUrl);
  const consent = await browser.submit(`${accounts.url}/account`, [["account", person.id]]);
  // Whoever has allowed all of it before is not asked again.
  if (consent.location !== undefined) return readRedirect(consent);
  const channel = person.channels[choice.channel ?? 0];
  const requested = new URL(authorizationUrl).searchParams.get("scope")?.split(" ") ?? [];
  const fields = (choice.ticked ?? requested).map((scope): [string, string] => ["scope", scope]);
  if (channel) fields.push(["channel", channel.id]);
  const back = choice.deny
    ? await browser.submit(`${consent.url}/deny`, [])
    : await browser.submit(`${consent.url}/consent`, fields);
  return readRedirect(back);
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
