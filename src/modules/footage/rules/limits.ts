/** Files of a task, in both directions. */
export const maxTaskFiles = 20_000;
/** Files and folders that a request selects. */
export const maxSelectedFiles = 10_000;
export const maxSelectedFolders = 1000;
/** Days for which a download can be continued after something of it was read. */
export const downloadDays = 7;
