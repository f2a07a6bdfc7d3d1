/** The first part of the query keys of this module. */
export const profileKey = ["profile"] as const;
export const topUsersKey = ["top-users"] as const;
export const reviewsKey = ["reviews"] as const;
export const publishedVideosKey = ["published-videos"] as const;
export const ratingKey = ["rating"] as const;
