/** Everything that the server does at a platform, in the order in which the operations of a delivery run. */
export const operationKinds = [
  "upload",
  "thumbnail",
  "publish",
  "processing",
  "confirm",
  "caption",
  "playlist",
  "details",
  "discard",
] as const;
export type OperationKind = (typeof operationKinds)[number];

/** The operations that are steps of a delivery: their failure is that of the delivery. */
export const stepKinds = ["upload", "thumbnail", "publish", "processing"] as const;

/** Additions to a video on its platform. None of them can fail a delivery. */
export const additionKinds = ["caption", "playlist"] as const;
export type AdditionKind = (typeof additionKinds)[number];
