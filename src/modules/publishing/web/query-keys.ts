/** The first part of the query keys of this module; a task id follows. */
export const summaryKey = ["publish-summary"] as const;
export const readinessKey = ["publish-readiness"] as const;
export const publicationsKey = ["publications"] as const;
export const progressKey = ["progress"] as const;
export const destinationsKey = ["destinations"] as const;
export const detailsKey = ["publish-details"] as const;
export const healthKey = ["channel-health"] as const;
export const presetsKey = ["detail-presets"] as const;
