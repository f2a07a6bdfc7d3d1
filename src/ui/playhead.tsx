import { classNames } from "./class-names.ts";

/**
 * The playhead mark: a flag on a stem, centred on its own left edge, as tall as its height says. Takes the text
 * colour; decorative, because what it points at is always said in words too.
 */
export function Playhead({ className }: { className?: string }) {
  return (
    <span aria-hidden className={classNames("pointer-events-none flex w-0 flex-col items-center", className)}>
      <svg viewBox="0 0 12 9" className="-mb-px h-[9px] w-3 shrink-0" fill="currentColor">
        <path d="M1 0h10a1 1 0 0 1 1 1v3.2L7 9H5L0 4.2V1a1 1 0 0 1 1-1Z" />
      </svg>
      <span className="w-0.5 flex-1 bg-current" />
    </span>
  );
}
