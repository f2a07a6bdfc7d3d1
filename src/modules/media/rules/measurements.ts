/** Parts of a video that are measured, each in a run of its own. `loudness` is the curve of `sound`. */
export const measuredParts = ["sound", "loudness", "picture"] as const;
export type MeasuredPart = (typeof measuredParts)[number];

/** Reasons why a part has no values: the file has none, there is no ffmpeg with the filter, or the file can't be decoded. */
export const measuringObstacles = ["absent", "filter_missing", "unreadable"] as const;
export type MeasuringObstacle = (typeof measuringObstacles)[number];
