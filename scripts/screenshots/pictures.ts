import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";

import type { Page } from "@playwright/test";
import sharp from "sharp";

import {
  checkProgressPath,
  compareQuery,
  messagesPath,
  previewPath,
  taskUpdatePath,
  tasksPath,
} from "#core/paths.ts";

import { startPublishing } from "../../e2e/support/people.ts";
import { injectFailures } from "../../e2e/support/platform.ts";
import { renderFilm } from "../seed/films.ts";
import { idOfTask, people } from "../seed/studio.ts";
import { drawFilmStrip } from "./film-strip.ts";
import { drawOpenGraph } from "./open-graph.ts";
import { shareForReview } from "./share-for-review.ts";
import { signIn, type Studio } from "./studio.ts";

/** Sizes of the browser window in CSS pixels; the pictures have twice as many. */
const viewports = { wide: { width: 1200, height: 750 }, narrow: { width: 390, height: 560 } };
/** Widths in pixels that browsers choose from, by the size of the window. */
const widths = { wide: [960, 1600], narrow: [780] };
const themes = ["dark", "light"] as const;
/** Pictures of the README, with their theme. */
const ofReadme: Partial<Record<string, (typeof themes)[number]>> = { preview: "dark", tasks: "light" };
const inReview = idOfTask("Monsoon on the Konkan line");
const approved = idOfTask("Salt road, part two");

interface Picture {
  name: string;
  /** Opens the screen and waits until it is complete. */
  open: (page: Page) => Promise<void>;
}

const pictures: Picture[] = [
  {
    name: "create-task",
    open: async (page) => {
      await page.goto(tasksPath("YOUTUBER"));
      await page.getByRole("button", { name: "Create Task" }).first().click();
      const sheet = page.getByRole("dialog", { name: "Create Task" });
      await sheet.getByLabel("Task title").fill("The last ferry to Diu");
      await sheet
        .getByLabel("Work description")
        .fill("Twelve minutes. Start on the ticket window, and keep the captain's whistle at the end.");
      await sheet.getByLabel("Deadline").fill(inDays(9));
      // The creator's default editor.
      await sheet.getByRole("button", { name: `Remove ${people.anika.name}` }).waitFor();
      await page.evaluate(`document.querySelector("[role=dialog]").scrollTo(0, 0)`);
    },
  },
  {
    name: "messages",
    open: async (page) => {
      await page.goto(messagesPath("YOUTUBER"));
      const list = page.getByRole("navigation", { name: "Conversations" });
      await list.getByRole("link", { name: people.anika.name }).click();
      await page.getByRole("log").waitFor();
    },
  },
  {
    name: "preview",
    open: async (page) => {
      await page.goto(previewPath(inReview));
      await selectComment(page);
    },
  },
  {
    name: "compare",
    open: async (page) => {
      // The horizon of this frame is straightened in version 2.
      await page.goto(`${previewPath(inReview)}${compareQuery(2, 1)}&frame=112`);
      await page.getByRole("button", { name: "Wipe" }).click();
      await page.getByText(/^frame 113\b/).waitFor();
    },
  },
  { name: "tasks", open: async (page) => void (await page.goto(tasksPath("YOUTUBER"))) },
  { name: "details", open: async (page) => void (await page.goto(taskUpdatePath(approved))) },
  {
    name: "published",
    open: async (page) => {
      await page.goto(tasksPath("YOUTUBER"));
      await page.getByRole("tab", { name: /^Completed Tasks/ }).click();
    },
  },
];

/** Creates the pictures of the public pages in `folder`, replacing those there, the Open Graph image, and those of the README. */
export async function takePictures(
  studio: Studio,
  { folder, openGraph, readme }: { folder: string; openGraph: string; readme: string },
): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await drawFilmStrip(await renderFilm("monsoon-2", studio.ffmpeg), studio.ffmpeg, folder);
  await drawOpenGraph(studio.browser, join(folder, "film-strip.avif"), openGraph);
  const state = await signIn(studio, people.meera.email);
  const openPage = async (size: keyof typeof viewports, storageState: typeof state | null = state) => {
    const context = await studio.browser.newContext({
      baseURL: studio.reelay.url,
      ...(storageState && { storageState }),
      viewport: viewports[size],
      deviceScaleFactor: 2,
      locale: "en-US",
      reducedMotion: "reduce" as const,
    });
    return context.newPage();
  };
  const [wide, narrow] = [await openPage("wide"), await openPage("narrow")];
  await wide.goto(tasksPath("YOUTUBER"));
  const pages = { wide, narrow };
  for (const { name, open } of pictures) {
    for (const [size, page] of sizeEntries(pages)) {
      await open(page);
      const shots = await capture(page);
      await store(shots, size, join(folder, name));
      const theme = ofReadme[name];
      if (theme && size === "wide") await storeForReadme(shots[theme], join(readme, `${name}.png`));
    }
  }
  const link = await shareForReview(wide, inReview);
  const guests = { wide: await openPage("wide", null), narrow: await openPage("narrow", null) };
  for (const [size, page] of sizeEntries(guests)) {
    await openAsGuest(page, link);
    await store(await capture(page), size, join(folder, "guest"));
  }
  // Slow, so that the upload lasts until both pages show it. Both are captured before they are stored, which takes long.
  await injectFailures(studio.reelay.sandboxUrl, [{ kind: "slow", bytesPerSecond: 20_000 }]);
  await wide.goto(taskUpdatePath(approved));
  await startPublishing({ page: wide }, "remembered");
  await narrow.goto(checkProgressPath(approved));
  for (const page of [wide, narrow]) {
    await page
      .getByText(/^[3-9][0-9]%$/)
      .first()
      .waitFor({ timeout: 120_000 });
  }
  await wide.locator("[data-sonner-toast]").waitFor({ state: "detached" });
  const captured = { wide: await capture(wide), narrow: await capture(narrow) };
  for (const [size, shots] of sizeEntries(captured)) await store(shots, size, join(folder, "progress"));
}

async function openAsGuest(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel("Your name").fill("Lena");
  await page.getByRole("button", { name: "Open the review" }).click();
  await selectComment(page);
}

/** Selects the comment with the drawing by its mark, because the list of comments shows only those in view. */
async function selectComment(page: Page): Promise<void> {
  const marks = page.getByRole("toolbar", { name: "Marks on the timeline" });
  await marks.getByRole("button", { name: /The light of the train jumps here/ }).click();
  await page.getByText(/^frame 101\b/).waitFor();
  // On narrow pages the comment is scrolled into view, below the picture.
  await page.getByRole("article").filter({ hasText: "The light of the train jumps here" }).waitFor();
  await page.evaluate("scrollTo(0, 0)");
}

type Size = keyof typeof viewports;
type Shots = Record<(typeof themes)[number], Buffer>;

const sizeEntries = <Value>(sizes: Record<Size, Value>) => Object.entries(sizes) as [Size, Value][];

async function capture(page: Page): Promise<Shots> {
  await page.evaluate("document.activeElement.blur()");
  const take = async (colorScheme: keyof Shots) => {
    await page.emulateMedia({ colorScheme });
    await page.waitForLoadState("networkidle");
    await page.waitForTimeout(500);
    return page.screenshot();
  };
  return { dark: await take("dark"), light: await take("light") };
}

async function store(shots: Shots, size: Size, target: string): Promise<void> {
  for (const theme of themes) {
    for (const width of widths[size]) {
      const file = `${target}-${theme}-${width}`;
      await sharp(shots[theme]).resize({ width }).avif({ quality: 52, effort: 4 }).toFile(`${file}.avif`);
    }
  }
  console.log(`${target}, ${size}`);
}

/** As PNG, which every viewer of the README shows. */
async function storeForReadme(shot: Buffer, file: string): Promise<void> {
  await sharp(shot)
    .resize({ width: 960 })
    .png({ palette: true, colours: 96, dither: 0.3, effort: 10 })
    .toFile(file);
}

/** The value of a date field. */
function inDays(days: number): string {
  return new Date(Date.now() + days * 24 * 3600 * 1000).toISOString().slice(0, 10);
}
