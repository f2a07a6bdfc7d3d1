/** The first parts of the query keys of this module. */
export const checklistKey = ["comment-checklist"] as const;
export const commentCountsKey = ["comment-counts"] as const;
export const commentSheetKey = ["comment-sheet"] as const;
export const commentsKey = ["comments"] as const;
export const guestLinksKey = ["guest-links"] as const;
export const guestReviewKey = ["guest-review"] as const;
