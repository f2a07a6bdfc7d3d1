/** Contributors of one task. */
export const maxContributors = 20;

/** Rights of a contributor besides viewing and commenting: to upload versions, to add reference files and the thumbnail. */
export const contributorRights = ["upload", "attach"] as const;
export type ContributorRight = (typeof contributorRights)[number];

/** Characters of what a contributor does. */
export const maxLabelLength = 40;

/** Usual contributions, offered as labels. */
export const usualLabels = ["Thumbnail", "Sound", "Colour", "Captions", "Motion graphics"] as const;
