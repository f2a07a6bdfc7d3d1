/** The terms that the user agrees to with every upload. */
export const termsUrl = "https://www.youtube.com/t/terms";

/** The certification that YouTube's API terms require beside the upload button, in parts around the link to the terms. */
export const certification = {
  before: "By pressing “Start upload” you certify that the content you are uploading complies with the",
  terms: "YouTube Terms of Service",
  after:
    `(${termsUrl.replace("https://", "")}), including the YouTube Community Guidelines, and that it does not violate ` +
    "anyone's copyright or privacy rights.",
  record: "Reelay keeps a record of this agreement.",
} as const;

/** The certification as the user has read it. */
export const consentText = `${certification.before} ${certification.terms} ${certification.after} ${certification.record}`;
