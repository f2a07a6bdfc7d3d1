/** Contributors of one task. */
export const maxContributors = 20;

/** Characters of what a contributor does. */
export const maxLabelLength = 40;

/** Usual contributions, offered as labels. */
export const usualLabels = ["Thumbnail", "Sound", "Colour", "Captions", "Motion graphics"] as const;
