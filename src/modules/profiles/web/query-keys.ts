/** The first part of the query keys of this module. */
export const profileKey = ["profile"] as const;
export const topUsersKey = ["top-users"] as const;
export const reviewsKey = ["reviews"] as const;
export const publishedVideosKey = ["published-videos"] as const;
/** The editors of the user's team; the id of one follows for their tasks. */
export const teamEditorsKey = ["team-editors"] as const;
export const ratingKey = ["rating"] as const;
