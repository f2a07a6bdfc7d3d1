import { classNames } from "#ui/class-names.ts";

import { Frame } from "./frame.tsx";

const frames = 24;

/** A day in twenty-four frames, twelve where it is narrow; those behind the playhead are lit. `share` is 0 to 1. */
export function FilmStrip({ share }: { share: number }) {
  return (
    <div aria-hidden className="flex h-20 gap-1 sm:h-28">
      {Array.from({ length: frames }, (_, index) => (
        <Frame
          key={index}
          at={index / frames}
          className={classNames(
            "min-w-0 flex-1 transition-opacity duration-250",
            index % 2 === 1 && "hidden sm:block",
            share >= index / frames ? "opacity-100" : "opacity-25",
          )}
        />
      ))}
    </div>
  );
}
