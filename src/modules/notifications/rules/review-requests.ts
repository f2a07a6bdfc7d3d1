import type { NotificationKind } from "../contract.ts";

/** Kinds that ask the creator for a decision on a version. Their descriptions begin with `versionPrefix`. */
export const requestKinds: NotificationKind[] = ["ready_to_review", "window_closing", "extension_requested"];

export function versionPrefix(version: number): string {
  return `Version ${version} `;
}
