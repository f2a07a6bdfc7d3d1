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
