import { thumbnailLimit } from "#modules/media/rules/limits.ts";
import { type Area, cropArea, type Crop, thumbnailSizes } from "#modules/publishing/rules/crop.ts";

/** Qualities of JPEG without visible damage, the best first. */
const qualities = [0.92, 0.85, 0.75];
/** Qualities to try with the smallest size, down to one that certainly fits. */
const lastQualities = [...qualities, 0.6, 0.4];

/** A picture that can be drawn, with its size in pixels. */
export interface Picture {
  image: ImageBitmap;
  width: number;
  height: number;
  name: string;
}

/** Decodes an image file in its upright position. Throws when the browser can't read it. */
export async function decodePicture(file: File): Promise<Picture> {
  const image = await createImageBitmap(file, { imageOrientation: "from-image" });
  return { image, width: image.width, height: image.height, name: file.name };
}

/** The frame that a video element shows. */
export async function captureFrame(video: HTMLVideoElement): Promise<Picture> {
  const image = await createImageBitmap(video);
  return { image, width: image.width, height: image.height, name: "frame.jpg" };
}

/**
 * The cropped picture as a JPEG below the limit for thumbnails, in the best quality and the most pixels, at most 3840x2160, with
 * which it is.
 */
export async function fitThumbnail(picture: Picture, crop: Crop): Promise<File> {
  const area = cropArea(picture, crop);
  const sizes = thumbnailSizes(area);
  for (const [index, size] of sizes.entries()) {
    const canvas = draw(picture, area, size);
    for (const quality of index === sizes.length - 1 ? lastQualities : qualities) {
      const blob = await toJpeg(canvas, quality);
      if (blob && blob.size < thumbnailLimit) {
        return new File([blob], picture.name.replace(/\.\w+$/, "") + ".jpg", { type: "image/jpeg" });
      }
    }
  }
  throw new Error("Image should be less than 2 MB");
}

function draw({ image }: Picture, area: Area, size: { width: number; height: number }): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  Object.assign(canvas, size);
  const context = canvas.getContext("2d");
  if (!context) throw new Error("This browser can't draw pictures.");
  context.imageSmoothingQuality = "high";
  context.drawImage(image, area.left, area.top, area.width, area.height, 0, 0, size.width, size.height);
  return canvas;
}

function toJpeg(canvas: HTMLCanvasElement, quality: number): Promise<Blob | null> {
  return new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", quality));
}
