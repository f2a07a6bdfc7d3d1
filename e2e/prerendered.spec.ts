import { expect, type Page } from "@playwright/test";

import { pricingPath, privacyPath } from "#core/paths.ts";
import { prerenderedPages } from "#modules/site/rules/public-pages.ts";

import { signUp } from "./support/people.ts";
import { test } from "./support/test.ts";

test.use({ contextOptions: { reducedMotion: "no-preference" } });

/** The sum of the layout shifts since the page was loaded, without those that follow an input. */
const layoutShift = `new Promise((resolve) => {
  new PerformanceObserver((list) => {
    const shifts = list.getEntries().filter((shift) => !shift.hadRecentInput);
    resolve(shifts.reduce((sum, { value }) => sum + value, 0));
  }).observe({ type: "layout-shift", buffered: true });
  setTimeout(() => resolve(0), 200);
})`;

/** The number of scripts whose loading began before the first paint; null before the paint or the scripts. */
const earlyScripts = `(() => {
  const [paint] = performance.getEntriesByName("first-contentful-paint");
  const scripts = performance.getEntriesByType("resource").filter(({ name }) => /\\/assets\\/.*\\.js$/.test(name));
  if (!paint || scripts.length === 0) return null;
  return scripts.filter(({ startTime }) => startTime < paint.startTime).length;
})()`;

/** Keeps the application's script from loading; returns a function that lets it load. */
async function holdScript(page: Page): Promise<() => void> {
  let release = () => undefined as void;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/assets/index-*.js", async (route) => {
    await held;
    await route.continue();
  });
  return release;
}

test("public pages are readable without script", { tag: "@sweep" }, async ({ browser, reelay }) => {
  const context = await browser.newContext({ baseURL: reelay.url, javaScriptEnabled: false });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  for (const path of prerenderedPages) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  }
  expect(errors.filter((error) => !/javascript|script execution/i.test(error))).toEqual([]);
});

test(
  "scripts continue with the prerendered page instead of rendering it again",
  { tag: "@sweep" },
  async ({ page, reelay }) => {
    const errors: string[] = [];
    page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
    page.on("pageerror", (error) => errors.push(error.message));
    // Fonts that arrive after the first paint.
    await page.route("**/*.woff2", async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      await route.continue();
    });
    for (const path of prerenderedPages) {
      await page.goto(reelay.url + path);
      await page.locator("h1").evaluate((heading) => heading.setAttribute("data-prerendered", ""));
      await expect.poll(() => page.evaluate(earlyScripts), path).toBe(0);
      // The scripts are loaded, but may not have run yet.
      await page.getByRole("combobox", { name: "Theme" }).selectOption("Dark");
      await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
      await expect(page.locator("h1[data-prerendered]")).toBeVisible();
      // A font that replaces a similar one moves lines by a few pixels.
      expect(await page.evaluate(layoutShift), path).toBeLessThan(0.05);
      await page.evaluate(() => localStorage.clear());
    }
    expect(errors).toEqual([]);
    await page.unrouteAll({ behavior: "ignoreErrors" });
  },
);

test(
  "a theme that is chosen before the page's script runs applies",
  { tag: "@sweep" },
  async ({ page, reelay }) => {
    const release = await holdScript(page);
    await page.goto(`${reelay.url}${privacyPath}`, { waitUntil: "commit" });
    await page.getByRole("combobox", { name: "Theme" }).selectOption("Dark");
    release();
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  },
);

test(
  "a page stays where it was scrolled to before its script ran",
  { tag: "@sweep" },
  async ({ page, reelay }) => {
    const release = await holdScript(page);
    await page.goto(`${reelay.url}${privacyPath}`, { waitUntil: "commit" });
    const lastSection = page.getByRole("main").getByRole("heading", { level: 2 }).last();
    await lastSection.scrollIntoViewIfNeeded();
    release();
    await expect.poll(() => page.evaluate("history.scrollRestoration")).toBe("manual");
    await expect(lastSection).toBeInViewport();
    await page.reload();
    await expect(lastSection, "after a reload").toBeInViewport();

    await page.goto(`${reelay.url}${pricingPath}`);
    await page.goto(`${reelay.url}${privacyPath}`);
    await expect.poll(() => page.evaluate("history.scrollRestoration")).toBe("manual");
    await expect(page.getByRole("heading", { level: 1 }), "on a new visit").toBeInViewport();
  },
);

test(
  "signed-in users see their picture on prerendered pages",
  { tag: "@sweep" },
  async ({ browser, reelay }) => {
    const { page, name } = await signUp(browser, reelay.url, "prerendered", "Editor");
    await page.goto(pricingPath);
    await expect(page.getByRole("banner").getByRole("link", { name })).toBeVisible();
    await expect(page.getByRole("banner").getByRole("link", { name: "Sign up" })).toHaveCount(0);
  },
);

test(
  "creators begin a task before the page's script runs, and visitors after the sign-up",
  { tag: "@sweep" },
  async ({ browser, page: visitor, reelay }) => {
    const { page } = await signUp(browser, reelay.url, "early", "Youtuber");
    const release = await holdScript(page);
    await page.goto("/", { waitUntil: "commit" });
    await page.getByRole("link", { name: "Create your first task" }).click();
    await page.waitForURL(/\/auth/, { waitUntil: "commit" });
    release();
    await expect(page.getByRole("dialog", { name: "Create Task" })).toBeVisible();

    await visitor.goto(reelay.url);
    await visitor.getByRole("link", { name: "Create your first task" }).click();
    await visitor.getByRole("button", { name: "Login" }).click();
    await expect(visitor.getByRole("heading", { name: "Login", level: 1 })).toBeVisible();
    await visitor.getByRole("button", { name: "Sign Up" }).click();
    await visitor.getByRole("radio", { name: "Youtuber" }).check();
    await visitor.getByLabel("Email").fill("first-task@reelay.example");
    await visitor.getByLabel("Password", { exact: true }).fill("quiet harbour lamps");
    await visitor.getByRole("button", { name: "Sign Up", exact: true }).click();
    await expect(visitor.getByRole("dialog", { name: "Create Task" })).toBeVisible();
  },
);
