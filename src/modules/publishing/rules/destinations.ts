/** Where videos can be published. */
export const destinationKinds = ["youtube", "peertube", "s3", "folder"] as const;
