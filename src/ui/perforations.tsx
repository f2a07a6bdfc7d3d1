import { classNames } from "./class-names.ts";

/** A decorative row of film perforations, full width. */
export function Perforations({ className }: { className?: string }) {
  return <div aria-hidden className={classNames("perforations h-2 text-line", className)} />;
}
