import type { DestinationKind } from "./destinations.ts";

/** The terms that the user agrees to with every upload to YouTube. */
export const termsUrl = "https://www.youtube.com/t/terms";

/** The certification that the start of an upload agrees to, in parts around the link to the terms. */
export interface Certification {
  before: string;
  /** The text of the link; null without YouTube. */
  terms: string | null;
  after: string;
}

const start = "By pressing “Start upload” you certify that the content you are uploading";
const rights =
  "does not violate anyone's copyright or privacy rights. Reelay keeps a record of this agreement.";
const instanceRules = "the rules of the PeerTube instance";

/** The certification for uploads to these kinds of destinations. YouTube's API terms require theirs beside the button. */
export function certificationFor(kinds: readonly DestinationKind[]): Certification {
  const peertube = kinds.includes("peertube");
  if (kinds.includes("youtube")) {
    const url = termsUrl.replace("https://", "");
    const others = peertube ? `, and with ${instanceRules},` : ",";
    return {
      before: `${start} complies with the`,
      terms: "YouTube Terms of Service",
      after: `(${url}), including the YouTube Community Guidelines${others} and that it ${rights}`,
    };
  }
  const before = peertube
    ? `${start} complies with ${instanceRules}, and that it ${rights}`
    : `${start} ${rights}`;
  return { before, terms: null, after: "" };
}

/** The certification as the user has read it. */
export function consentTextFor(kinds: readonly DestinationKind[]): string {
  const { before, terms, after } = certificationFor(kinds);
  return terms === null ? before : `${before} ${terms} ${after}`;
}
