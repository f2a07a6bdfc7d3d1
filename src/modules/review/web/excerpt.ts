/** Characters of the feedback to a version that stand beside other things until all of it is asked for. */
export const wordsShown = 300;
