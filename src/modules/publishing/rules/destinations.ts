/** Where videos can be published. */
export const destinationKinds = ["youtube", "peertube"] as const;
