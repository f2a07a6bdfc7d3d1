/** The first parts of the query keys of this module. */
export const conversationsKey = ["conversations"] as const;
export const conversationKey = ["conversation"] as const;
export const historyKey = ["message-history"] as const;
export const sharedKey = ["shared-with"] as const;
export const searchKey = ["message-search"] as const;
