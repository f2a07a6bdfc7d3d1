/** The first part of the query keys of this module. */
export const resultsKey = ["video-results"] as const;
export const channelKey = ["analytics-channel"] as const;
export const channelVideosKey = ["analytics-videos"] as const;
export const teamKey = ["analytics-team"] as const;
