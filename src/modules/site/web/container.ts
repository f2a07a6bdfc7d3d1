/** Content width and margins of the public pages, aligned with the top bar. */
export const container = "mx-auto max-w-360 px-4 sm:px-6 wide:px-10";
