import type { Page } from "@playwright/test";

/** Draws a box over the middle of the picture with the tool of a comment's form. */
export async function drawBox(
  page: Page,
  form = page.getByRole("form", { name: "New comment" }),
): Promise<void> {
  const tool = form.getByRole("button", { name: "Box", exact: true });
  if ((await tool.getAttribute("aria-pressed")) === "false") await tool.click();
  const area = page.getByRole("application", { name: "Drawing area" });
  const { x, y, width, height } = (await area.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.move(x + width * 0.25, y + height * 0.25);
  await page.mouse.down();
  await page.mouse.move(x + width * 0.5, y + height * 0.6);
  await page.mouse.move(x + width * 0.75, y + height * 0.75);
  await page.mouse.up();
}
