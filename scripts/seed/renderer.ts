import { drawThumbnail, type FilmName, type Moment, renderFilm } from "./films.ts";

/** Films and thumbnails of the sample studio, each rendered once. */
export interface Renderer {
  film: (name: FilmName) => Promise<Buffer>;
  thumbnail: (moment: Moment) => Promise<Buffer>;
  /** Path of the program. */
  ffmpeg: string;
  /** Renders no further picture in advance. */
  stop: () => void;
}

/** In the order in which the tasks of the studio need them. */
const pictures: readonly ({ film: FilmName } | { thumbnail: Moment })[] = [
  { thumbnail: "monsoon" },
  { thumbnail: "salt" },
  { film: "monsoon-1" },
  { film: "salt" },
  { thumbnail: "ukshi" },
  { thumbnail: "tabla" },
  { film: "ukshi" },
  { film: "tabla" },
  { film: "monsoon-2" },
  { thumbnail: "market" },
];

/** Starts to render all films and thumbnails, two at a time, so that they are ready when they are requested. */
export function startRenderer(ffmpeg: string): Renderer {
  let stopped = false;
  const films = new Map<FilmName, Promise<Buffer>>();
  const thumbnails = new Map<Moment, Promise<Buffer>>();
  const lanes: Promise<unknown>[] = [Promise.resolve(), Promise.resolve()];
  for (const [index, picture] of pictures.entries()) {
    const lane = index % lanes.length;
    const before = lanes[lane];
    const render = async (draw: () => Promise<Buffer>) => {
      await before;
      if (stopped) throw new Error("The rendering was stopped.");
      return draw();
    };
    const rendered =
      "film" in picture
        ? render(() => renderFilm(picture.film, ffmpeg))
        : render(() => drawThumbnail(picture.thumbnail, ffmpeg));
    if ("film" in picture) films.set(picture.film, rendered);
    else thumbnails.set(picture.thumbnail, rendered);
    // Its error is that of the request.
    lanes[lane] = rendered.catch(() => undefined);
  }
  return {
    film: async (name) => films.get(name) ?? renderFilm(name, ffmpeg),
    thumbnail: async (moment) => thumbnails.get(moment) ?? drawThumbnail(moment, ffmpeg),
    ffmpeg,
    stop: () => {
      stopped = true;
    },
  };
}
