/** As wide as the page's text and drawings go, with the margins of the top bar. */
export const container = "mx-auto max-w-360 px-4 sm:px-6 wide:px-10";
