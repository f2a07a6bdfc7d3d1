/** Characters of a version's feedback that are shown before it is expanded. */
export const feedbackExcerpt = 300;
