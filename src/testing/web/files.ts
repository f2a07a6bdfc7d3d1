/** A PNG file with a plain picture. */
export async function pictureFile(name: string, width = 160, height = 90): Promise<File> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d");
  if (!context) throw new Error("The browser can't draw.");
  context.fillStyle = "#c2562d";
  context.fillRect(0, 0, width, height);
  return new File([await canvas.convertToBlob({ type: "image/png" })], name, { type: "image/png" });
}
