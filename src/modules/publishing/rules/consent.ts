import { type DestinationKind, distinctValues } from "../platforms/platforms.ts";

/** The certification that the start of an upload agrees to, in parts around the link to the terms. */
export interface Certification {
  before: string;
  /** The link to the terms that the user agrees to with every upload; null where no platform requires them. */
  terms: { name: string; url: string } | null;
  after: string;
}

const start = "By pressing “Start upload” you certify that the content you are uploading";
const rights =
  "does not violate anyone's copyright or privacy rights. Reelay keeps a record of this agreement.";

/** The certification for uploads to these kinds of destinations. YouTube's API terms require theirs beside the button. */
export function certificationFor(kinds: readonly DestinationKind[]): Certification {
  const rules = distinctValues(kinds, (descriptor) => descriptor.rules);
  const [terms] = distinctValues(kinds, (descriptor) => descriptor.terms);
  if (terms) {
    const url = terms.url.replace("https://", "");
    const others = rules.length > 0 ? `, and with ${rules.join(", with ")},` : ",";
    return {
      before: `${start} complies with the`,
      terms,
      after: `(${url}), including ${terms.including}${others} and that it ${rights}`,
    };
  }
  const before =
    rules.length > 0
      ? `${start} complies with ${rules.join(", with ")}, and that it ${rights}`
      : `${start} ${rights}`;
  return { before, terms: null, after: "" };
}

/** The URL of the terms that uploads to these kinds agree to. */
export function termsUrlFor(kinds: readonly DestinationKind[]): string | null {
  return certificationFor(kinds).terms?.url ?? null;
}

/** The certification as the user has read it. */
export function consentTextFor(kinds: readonly DestinationKind[]): string {
  const { before, terms, after } = certificationFor(kinds);
  return terms === null ? before : `${before} ${terms.name} ${after}`;
}
