import { classNames } from "./class-names.ts";

/** A row of film-edge holes as wide as its place; the only ornament. */
export function Perforations({ className }: { className?: string }) {
  return <div aria-hidden className={classNames("perforations h-2 text-line", className)} />;
}
