import { type OperationKind, operationKinds } from "#modules/publishing/rules/operations.ts";

/**
 * The operation after which one of a kind is requested by itself. `details` are also requested by the creator's
 * changes, and `discard` only by a cancellation.
 */
export const requires: Record<OperationKind, OperationKind | null> = {
  upload: null,
  thumbnail: "upload",
  caption: "upload",
  playlist: "upload",
  publish: "thumbnail",
  processing: "publish",
  confirm: "processing",
  details: "processing",
  discard: null,
};

/** The operations that an operation of this kind makes possible. */
export function followers(kind: OperationKind): OperationKind[] {
  return operationKinds.filter((each) => requires[each] === kind);
}
