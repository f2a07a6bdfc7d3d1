/** The label of the box on Google's consent screen for the scope that publishing needs. */
export const permissionLabel =
  "See, edit, and permanently delete your YouTube videos, ratings, comments and captions";
