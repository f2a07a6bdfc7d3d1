import { expect, onTestFinished, test, vi } from "vitest";
import { page } from "vitest/browser";

import { thumbnailLimit } from "#modules/media/rules/limits.ts";
import { openDetails } from "#testing/web/details-form.ts";
import { chooseFile, noiseFile, pictureFile } from "#testing/web/files.ts";

const save = page.getByRole("button", { name: "Save Task", exact: true });

/** Chooses a thumbnail without waiting for anything, as a quick user does. */
const choose = (file: File) => chooseFile(page.getByLabelText("Thumbnail").element(), file);

/** Holds back the JPEG files that pictures are reduced to, until `release` is called. */
function holdReduction() {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { toBlob } = HTMLCanvasElement.prototype;
  const reductions = vi.spyOn(HTMLCanvasElement.prototype, "toBlob").mockImplementation(function (
    this: HTMLCanvasElement,
    ...options
  ) {
    void promise.then(() => toBlob.apply(this, options));
  });
  onTestFinished(() => reductions.mockRestore());
  const started = async () => {
    await expect.poll(() => reductions.mock.calls).not.toEqual([]);
  };
  return { started, release: resolve };
}

test.each([
  ["small.png", "large.jpg"],
  ["large.png", "small.png"],
])(
  "of two thumbnails chosen quickly, %s and then another one, the last is saved",
  async (first, expected) => {
    const { saved } = await openDetails();
    const [large, small] = [await noiseFile("large.png"), await pictureFile("small.png", 1280, 720)];
    // It takes time to make it fit.
    expect(large.size).toBeGreaterThan(thumbnailLimit);
    for (const file of first === "small.png" ? [small, large] : [large, small]) choose(file);
    await save.click();
    await expect.poll(() => saved).toHaveLength(1);
    expect(saved[0]?.files).toMatchObject({ thumbnail: [{ name: expected }] });
  },
);

test.each([1440, 390])("nothing moves when a thumbnail is ready, in a window of %i pixels", async (width) => {
  await openDetails();
  await page.viewport(width, 900);
  const { started, release } = holdReduction();
  choose(await noiseFile("large.png"));
  await started();
  await expect.element(page.getByText("Preparing large.png")).toBeInTheDocument();
  const top = () => save.element().getBoundingClientRect().top + scrollY;
  const before = top();
  release();
  await expect.element(page.getByText("large.jpg")).toBeVisible();
  expect(top()).toBe(before);
  await expect.element(page.getByText("Preparing large.png")).not.toBeInTheDocument();
});

test("a thumbnail that is being prepared can be removed", async () => {
  const { saved } = await openDetails();
  const { started, release } = holdReduction();
  choose(await noiseFile("large.png"));
  await started();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await expect.element(page.getByText("large.png", { exact: true })).not.toBeInTheDocument();
  release();
  await save.click();
  await expect.poll(() => saved).toHaveLength(1);
  expect(saved[0]?.files.thumbnail).toEqual([]);
});

test("a file that is no picture stops the saving once, and leads to the reason", async () => {
  const { saved } = await openDetails();
  choose(new File(["text"], "notes.png", { type: "image/png" }));
  const problem = page.getByText("This image can't be read. Use JPG, PNG or GIF.");
  await expect.element(problem).toBeVisible();
  await save.click();
  await expect.element(problem).toHaveFocus();
  expect(saved).toEqual([]);
  await save.click();
  await expect.poll(() => saved).toHaveLength(1);
});
