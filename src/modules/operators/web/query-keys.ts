/** The first part of the query keys of this module. */
export const overviewKey = ["admin-overview"] as const;
export const usersKey = ["admin-users"] as const;
export const allInvitationsKey = ["admin-invitations"] as const;
export const storageKey = ["admin-storage"] as const;
export const jobsKey = ["admin-jobs"] as const;
export const settingsKey = ["admin-settings"] as const;
export const logKey = ["admin-log"] as const;
