import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { previewPath } from "#core/paths.ts";
import { feedbackEndpoints, type Comment } from "#modules/feedback/contract/comments.ts";
import { reviewEndpoints } from "#modules/review/contract/versions.ts";
import { startScreen } from "#testing/web/open-screen.tsx";
import { answerComments, sampleComment, samplePreview } from "#testing/web/sample-preview.ts";
import { anika, meera } from "#testing/web/samples.ts";

/** A pointer event at shares of the drawing area, as it is at this moment. */
function point(area: Element, type: string, [x, y]: [number, number]): void {
  const { left, top, width, height } = area.getBoundingClientRect();
  const at = { clientX: left + width * x, clientY: top + height * y };
  area.dispatchEvent(new PointerEvent(type, { ...at, pointerId: 1, isPrimary: true, bubbles: true }));
}

test("a box that is drawn while the window changes keeps its place in the picture", async () => {
  const { api, open } = await startScreen(meera);
  answerComments(api);
  api.on(reviewEndpoints.preview, () => samplePreview());
  const sent = api.on(feedbackEndpoints.addComment, ({ body }) => ({ ...sampleComment, ...body, change: 1 }));
  await open(previewPath(12));
  await page.getByRole("button", { name: "Box", exact: true }).click();
  const drawing = page.getByRole("application", { name: "Drawing area" });
  await expect.element(drawing).toBeVisible();
  const area = drawing.element();
  const before = area.getBoundingClientRect().width;
  point(area, "pointerdown", [0.25, 0.25]);
  point(area, "pointermove", [0.5, 0.6]);
  await page.viewport(1024, 768);
  await expect.poll(() => area.getBoundingClientRect().width).not.toBe(before);
  // On a busy page, both are handled before it is rendered.
  point(area, "pointermove", [0.75, 0.75]);
  point(area, "pointerup", [0.75, 0.75]);
  await page.getByRole("button", { name: "Comment", exact: true }).click();
  await expect.poll(() => sent.length).toBe(1);
  expect(sent[0]?.body.drawing?.shapes).toMatchObject([
    { kind: "box", from: [0.25, 0.25], to: [0.75, 0.75] },
  ]);
});

test("a drawing that an edit leaves as it is isn't sent again, since its text may be refused today", async () => {
  const { api, open } = await startScreen(anika);
  answerComments(api);
  api.on(reviewEndpoints.preview, () => samplePreview());
  const drawing: Comment["drawing"] = {
    shapes: [{ kind: "text", color: "red", at: [0, 0], size: 0.1, text: "\u3164" }],
  };
  const drawn = { ...sampleComment, drawing };
  api.on(feedbackEndpoints.comments, () => ({ change: 1, comments: [drawn], next: null, members: [] }));
  const sent = api.on(feedbackEndpoints.editComment, ({ body }) => ({
    ...drawn,
    text: body.text,
    change: 2,
  }));
  await open(previewPath(12));
  await page.getByText(drawn.text).click();
  await page.getByRole("button", { name: "More actions" }).first().click();
  await page.getByRole("menuitem", { name: "Edit" }).click();
  await page.getByRole("textbox", { name: "Edit comment" }).fill("Again.");
  await page.getByRole("button", { name: "Save" }).click();
  await expect.poll(() => sent.map(({ body }) => body)).toEqual([{ text: "Again.", mentions: [] }]);
});
