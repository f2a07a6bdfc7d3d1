import { expect, vi } from "vitest";

/** A PNG file with a plain picture. */
export async function pictureFile(name: string, width = 160, height = 90): Promise<File> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d");
  if (!context) throw new Error("The browser can't draw.");
  context.fillStyle = "#c2562d";
  context.fillRect(0, 0, width, height);
  return new File([await canvas.convertToBlob({ type: "image/png" })], name, { type: "image/png" });
}

/** A PNG file of 1280x720 pixels that can't be compressed: more than 3 MB. */
export async function noiseFile(name: string): Promise<File> {
  const canvas = new OffscreenCanvas(1280, 720);
  const pixels = new ImageData(canvas.width, canvas.height);
  for (let index = 0; index < pixels.data.length; index += 65_536) {
    crypto.getRandomValues(pixels.data.subarray(index, index + 65_536));
  }
  for (let index = 3; index < pixels.data.length; index += 4) pixels.data[index] = 255;
  canvas.getContext("2d")?.putImageData(pixels, 0, 0);
  return new File([await canvas.convertToBlob({ type: "image/png" })], name, { type: "image/png" });
}

/** Chooses a file in a file input at once: `userEvent.upload` sends it through the test runner first. */
export function chooseFile(input: Element, file: File): void {
  if (!(input instanceof HTMLInputElement)) throw new Error("This is no file input.");
  const files = new DataTransfer();
  files.items.add(file);
  input.files = files.files;
  input.dispatchEvent(new Event("change", { bubbles: true }));
}

/** Collects the files that the page saves, instead of the browser's folder for downloads. Returns a function that waits for the next one. */
export function catchFiles(): () => Promise<{ name: string; blob: Blob }> {
  const saved: { name: string; url: string }[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push({ name: this.download, url: this.href });
  });
  return async () => {
    await expect.poll(() => saved.length).toBe(1);
    const [file] = saved.splice(0);
    return { name: file?.name ?? "", blob: await (await fetch(file?.url ?? "")).blob() };
  };
}

/** The size of a PNG file, and the red, green and blue of its pixels. */
export async function decodePng(blob: Blob) {
  const signature = new Uint8Array(await blob.slice(0, 8).arrayBuffer());
  expect([...signature]).toEqual([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const picture = await createImageBitmap(blob);
  const context = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
  context?.drawImage(picture, 0, 0);
  const at = (x: number, y: number) =>
    [...(context?.getImageData(Math.round(x), Math.round(y), 1, 1).data ?? [])].slice(0, 3);
  return { width: picture.width, height: picture.height, at };
}
