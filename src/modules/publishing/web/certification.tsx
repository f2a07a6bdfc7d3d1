import { certification, termsUrl } from "../rules/consent.ts";

/** The certification that the start of an upload agrees to; the same text is stored with the agreement. */
export function Certification() {
  return (
    <p className="min-w-56 flex-1 basis-80 text-xs text-soft">
      {certification.before}{" "}
      <a href={termsUrl} target="_blank" rel="noreferrer" className="link">
        {certification.terms}
      </a>{" "}
      {certification.after} {certification.record}
    </p>
  );
}
