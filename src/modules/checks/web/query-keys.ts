/** The first part of the query keys of this module; a task id follows, except after that of the creator. */
export const checkKey = ["check"] as const;
export const loudnessKey = ["loudness"] as const;
export const taskSpecificationKey = ["task-specification"] as const;
export const creatorSpecificationKey = ["creator-specification"] as const;
