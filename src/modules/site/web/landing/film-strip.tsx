import type { CSSProperties } from "react";

import { classNames } from "#ui/class-names.ts";

import film from "../pictures/film-strip.avif";

/** Pictures in the strip, drawn by `npm run screenshots`: side by side, each half as wide as high. */
const frames = 24;
const filmStyle = { "--film": `url("${film}")` } as CSSProperties;

/** 24 frames of the sample film, 12 on narrow screens. `share`, 0 to 1, is the part that is highlighted. */
export function FilmStrip({ share }: { share: number }) {
  return (
    <div
      aria-hidden
      style={filmStyle}
      className="flex h-[calc(2*var(--frame))] gap-1 [--frame:2.5rem] sm:[--frame:3.5rem]"
    >
      {Array.from({ length: frames }, (_, index) => (
        <span
          key={index}
          // Its frame in the middle, cropped to the width that it has.
          style={{ backgroundPositionX: `calc(50% + ${(frames - 1) / 2 - index} * var(--frame))` }}
          className={classNames(
            "min-w-0 flex-1 rounded-xs bg-(image:--film) bg-size-[auto_100%] transition-opacity duration-250",
            index % 2 === 1 && "hidden md:block",
            share >= index / frames ? "opacity-100" : "opacity-25",
          )}
        />
      ))}
    </div>
  );
}
