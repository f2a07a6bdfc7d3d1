import { chromium, type Browser } from "@playwright/test";

import { findFfmpeg } from "#adapters/ffmpeg/ffmpeg.ts";
import { logInPath } from "#core/paths.ts";
import { overHttp } from "#testing/client.ts";

import { installReelay, type Reelay } from "../../e2e/support/reelay.ts";
import { findChromium } from "../browser-path.ts";
import { fillStudio } from "../seed/fill.ts";
import { moveStudioIntoPast } from "../seed/move-into-past.ts";
import { startRenderer } from "../seed/renderer.ts";
import { password } from "../seed/studio.ts";

/** A running Reelay with the sample studio, and a browser. */
export interface Studio {
  reelay: Reelay;
  browser: Browser;
  /** Path of the program. */
  ffmpeg: string;
  close: () => Promise<void>;
}

export async function openStudio(): Promise<Studio> {
  const { ffmpeg, explanation } = await findFfmpeg(process.env);
  if (!ffmpeg) throw new Error(explanation);
  const reelay = await installReelay();
  const executablePath = findChromium();
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-quic"],
  });
  const close = async () => {
    await browser.close();
    await reelay.remove();
  };
  try {
    const transport = overHttp(reelay.url);
    const renderer = startRenderer(ffmpeg.path);
    const past = await fillStudio({ transport, renderer, sandboxUrl: null, say: () => undefined });
    await moveStudioIntoPast({ databaseUrl: null, dataFolder: reelay.dataFolder }, past);
    return { reelay, browser, ffmpeg: ffmpeg.path, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Logs in; returns the cookies and stored data of the browser. */
export async function signIn({ browser, reelay }: Studio, email: string) {
  const context = await browser.newContext({ baseURL: reelay.url });
  const page = await context.newPage();
  await page.goto(logInPath);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Log in", exact: true }).click();
  await page.waitForURL(/profile/);
  const state = await context.storageState();
  await context.close();
  return state;
}
