import { thumbnailLimit } from "#modules/media/rules.ts";
import { areaOf, type Crop } from "#modules/publishing/rules/crop.ts";

/** Pixels of a thumbnail, as YouTube recommends. */
const size = { width: 1280, height: 720 };
/** From the best quality to the one that certainly fits. */
const qualities = [0.92, 0.85, 0.75, 0.6, 0.4];

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

/** The cropped picture as a JPEG of 1280x720 pixels below the limit for thumbnails. */
export async function fitThumbnail({ image, width, height, name }: Picture, crop: Crop): Promise<File> {
  const area = areaOf({ width, height }, crop);
  const canvas = document.createElement("canvas");
  Object.assign(canvas, size);
  const context = canvas.getContext("2d");
  if (!context) throw new Error("This browser can't draw pictures.");
  context.imageSmoothingQuality = "high";
  context.drawImage(image, area.left, area.top, area.width, area.height, 0, 0, size.width, size.height);
  for (const quality of qualities) {
    const blob = await toJpeg(canvas, quality);
    if (blob && blob.size < thumbnailLimit) {
      return new File([blob], name.replace(/\.\w+$/, "") + ".jpg", { type: "image/jpeg" });
    }
  }
  throw new Error("Image should be less than 2 MB");
}

function toJpeg(canvas: HTMLCanvasElement, quality: number): Promise<Blob | null> {
  return new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", quality));
}
