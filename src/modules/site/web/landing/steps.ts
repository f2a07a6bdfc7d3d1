/** Names of the stages, as on task cards. */
export const steps = ["assigned", "in review", "approved", "publishing", "published"];
