import { classNames } from "#ui/class-names.ts";

const frames = 24;

/** A day in twenty-four frames; those behind the playhead are lit. `share` is how far it has come, 0 to 1. */
export function FilmStrip({ share }: { share: number }) {
  return (
    <div aria-hidden className="flex h-20 gap-1 sm:h-28">
      {Array.from({ length: frames }, (_, index) => {
        const at = index / frames;
        const hue = 30 + at * 60;
        const light = 0.62 - 0.42 * Math.sin(Math.PI * Math.min(1, Math.max(0, (at - 0.1) / 0.75)));
        return (
          <span
            key={at}
            className={classNames(
              "min-w-0 flex-1 rounded-xs transition-opacity duration-250",
              index >= 12 && "hidden sm:block",
              share >= at ? "opacity-100" : "opacity-25",
            )}
            style={{
              background: `linear-gradient(oklch(${light} 0.05 ${hue}), oklch(${light * 0.55} 0.035 ${hue + 150}))`,
            }}
          />
        );
      })}
    </div>
  );
}
