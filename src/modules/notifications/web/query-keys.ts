/** The first part of every query key of this module. */
export const notificationsKey = ["notifications"] as const;
export const unreadKey = [...notificationsKey, "unread"] as const;
export const allNotificationsKey = [...notificationsKey, "list", "all"] as const;
export const unreadListKey = [...notificationsKey, "list", "unread"] as const;
export const settingsKey = [...notificationsKey, "settings"] as const;
