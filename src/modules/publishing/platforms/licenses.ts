/** The licenses of videos, by YouTube's names. */
export const licenses = ["youtube", "creativeCommon"] as const;
export type License = (typeof licenses)[number];
