/** The first part of every query key of this module. */
export const notificationsKey = ["notifications"] as const;
