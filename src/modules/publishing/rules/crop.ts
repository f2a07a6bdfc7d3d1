/** Crop of a picture to 16:9: enlarged `zoom` times, and moved. */
export interface Crop {
  /** 1 for the largest area, up to `maxZoom`. */
  zoom: number;
  /** Position of the area from 0 (left, top) to 1 (right, bottom). */
  x: number;
  y: number;
}

export interface Area {
  left: number;
  top: number;
  width: number;
  height: number;
}

const ratio = 16 / 9;
export const maxZoom = 4;
export const centred: Crop = { zoom: 1, x: 0.5, y: 0.5 };

/** The area of a picture that a crop keeps, in its pixels: of the shape 16:9 and within the picture. */
export function cropArea(picture: { width: number; height: number }, { zoom, x, y }: Crop): Area {
  const largest = Math.min(picture.width, picture.height * ratio);
  const width = largest / clamp(zoom, 1, maxZoom);
  const height = width / ratio;
  return {
    left: (picture.width - width) * clamp(x, 0, 1),
    top: (picture.height - height) * clamp(y, 0, 1),
    width,
    height,
  };
}

/** The crop whose area is moved by a part of its own width and height. */
export function moved(
  picture: { width: number; height: number },
  crop: Crop,
  by: { x: number; y: number },
): Crop {
  const { left, top, width, height } = cropArea(picture, crop);
  const along = (start: number, distance: number, slack: number) =>
    slack > 0.5 ? clamp((start + distance) / slack, 0, 1) : 0.5;
  return {
    zoom: crop.zoom,
    x: along(left, by.x * width, picture.width - width),
    y: along(top, by.y * height, picture.height - height),
  };
}

/** Pixels of the smallest and the largest thumbnail: YouTube's former and current recommendation. */
const thumbnailWidths = { min: 1280, max: 3840 };
const smallerWidths = [2560, 1920, thumbnailWidths.min];

/**
 * The sizes in which a cropped area may become a thumbnail: its own pixels as far as platforms use them, then smaller ones, for a
 * picture that has too many bytes.
 */
export function thumbnailSizes(area: Pick<Area, "width">): { width: number; height: number }[] {
  const cropWidth = clamp(Math.round(area.width), thumbnailWidths.min, thumbnailWidths.max);
  return [cropWidth, ...smallerWidths.filter((width) => width < cropWidth)].map((width) => {
    return { width, height: Math.round(width / ratio) };
  });
}

/** Whether a picture has the shape of a thumbnail already, give or take a pixel in a hundred. */
export function isWide({ width, height }: { width: number; height: number }): boolean {
  return Math.abs(width / height / ratio - 1) < 0.01;
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value));
}
