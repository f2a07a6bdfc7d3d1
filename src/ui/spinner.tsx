import { classNames } from "./class-names.ts";

/** A turning arc the size of the text beside it. Decorative: say what is going on in words next to it, or give `label`. */
export function Spinner({ label, className }: { label?: string; className?: string }) {
  return (
    <svg
      viewBox="0 0 16 16"
      className={classNames("size-4 shrink-0 animate-turn", className)}
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      {...(label === undefined ? { "aria-hidden": true } : { role: "img", "aria-label": label })}
    >
      <circle cx="8" cy="8" r="6" opacity="0.25" />
      <path d="M8 2a6 6 0 0 1 6 6" strokeLinecap="round" />
    </svg>
  );
}
