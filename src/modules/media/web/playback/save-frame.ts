import { saveFile } from "#core/web/save-file.ts";
import { imageFromSvg, pngFromCanvas } from "#ui/svg-image.ts";

export interface SavedFrame {
  /** A file of the video in its full resolution. */
  url: string;
  /** A time of the file at which the frame is displayed. */
  seconds: number;
  fileName: string;
  /** Drawn over the whole picture, with their widths in pixels of the screen. */
  marks: readonly SVGSVGElement[];
}

/** Milliseconds after which loading a frame fails. */
const longestLoad = 60_000;
const failure = "The frame couldn't be loaded.";

/** Saves a frame of a video as a PNG file in the resolution of the video. Players of the video stay as they are. */
export async function saveFrame({ url, seconds, fileName, marks }: SavedFrame): Promise<void> {
  const canvas = await drawFrame(url, seconds);
  const context = canvas.getContext("2d");
  for (const mark of marks) {
    context?.drawImage(await imageFromSvg(mark), 0, 0, canvas.width, canvas.height);
  }
  saveFile(fileName, await pngFromCanvas(canvas, failure));
}

async function drawFrame(url: string, seconds: number): Promise<HTMLCanvasElement> {
  const video = document.createElement("video");
  const canvas = document.createElement("canvas");
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const fail = () => reject(new Error(failure));
  const timer = setTimeout(fail, longestLoad);
  video.muted = true;
  video.preload = "auto";
  video.addEventListener("error", fail);
  video.addEventListener("loadedmetadata", () => {
    video.currentTime = seconds;
  });
  video.addEventListener("seeked", () => resolve());
  video.src = url;
  try {
    await promise;
    Object.assign(canvas, { width: video.videoWidth, height: video.videoHeight });
    canvas.getContext("2d")?.drawImage(video, 0, 0);
    return canvas;
  } finally {
    clearTimeout(timer);
    video.removeEventListener("error", fail);
    video.removeAttribute("src");
    video.load();
  }
}
