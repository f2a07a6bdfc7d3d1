/** The first part of the query keys of lists and counts. */
export const tasksKey = ["tasks"] as const;
/** Tasks that wait for a decision; comments don't change them. */
export const waitingVideosKey = ["waiting-videos"] as const;
