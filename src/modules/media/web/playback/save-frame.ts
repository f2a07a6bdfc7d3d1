import { saveFile } from "#core/web/save-file.ts";
import { frameFrom, frameMiddle, type FrameTimes } from "#modules/media/rules/frames.ts";
import { imageFromSvg, pngFromCanvas } from "#ui/svg-image.ts";

import { reportsDisplayedFrame } from "../public/use-frames.ts";

export interface SavedFrame {
  /** A file of the video in its full resolution. */
  url: string;
  /** Of this file. */
  times: FrameTimes;
  frame: number;
  fileName: string;
  /** Drawn over the whole picture, with their widths in pixels of the screen. */
  marks: readonly SVGSVGElement[];
}

/** Milliseconds after which loading a frame fails. */
const longestLoad = 60_000;
const failure = "The frame couldn't be loaded.";

/** Saves a frame of a video as a PNG file in the resolution of the video. Players of the video stay as they are. */
export async function saveFrame({ fileName, marks, ...picture }: SavedFrame): Promise<void> {
  const canvas = await drawFrame(picture);
  const context = canvas.getContext("2d");
  for (const mark of marks) {
    context?.drawImage(await imageFromSvg(mark), 0, 0, canvas.width, canvas.height);
  }
  saveFile(fileName, await pngFromCanvas(canvas, failure));
}

type Picture = Pick<SavedFrame, "url" | "times" | "frame">;

async function drawFrame({ url, times, frame }: Picture): Promise<HTMLCanvasElement> {
  const video = document.createElement("video");
  const canvas = document.createElement("canvas");
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const fail = () => reject(new Error(failure));
  const timer = setTimeout(fail, longestLoad);
  video.muted = true;
  video.preload = "auto";
  video.addEventListener("error", fail);
  video.addEventListener("loadedmetadata", () => {
    video.currentTime = frameMiddle(frame, times);
  });
  // On a busy computer, Chromium ends a seek while it still has the first picture.
  const present = (_now: number, { mediaTime }: VideoFrameCallbackMetadata) => {
    if (frame === 0 || frameFrom(mediaTime, times) > 0) resolve();
    else video.requestVideoFrameCallback(present);
  };
  if (reportsDisplayedFrame) video.requestVideoFrameCallback(present);
  else video.addEventListener("seeked", () => resolve());
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
