import type { DestinationKind } from "#modules/publishing/platforms/platforms.ts";
import { certificationFor } from "#modules/publishing/rules/consent.ts";

/** The certification that the start of an upload agrees to; the same text is stored with the agreement. */
export function Certification({ kinds }: { kinds: readonly DestinationKind[] }) {
  const { before, terms, after } = certificationFor(kinds);
  return (
    <p className="min-w-56 flex-1 basis-80 text-xs text-soft">
      {before}{" "}
      {terms !== null && (
        <a href={terms.url} target="_blank" rel="noreferrer" className="link">
          {terms.name}
        </a>
      )}{" "}
      {after}
    </p>
  );
}
