import { scope } from "./scope.ts";

/** A new version waits until its user agrees to reload (`applyUpdate` in registration.ts). */
export function installUpdates(): void {
  scope.addEventListener("message", ({ data }: ExtendableMessageEvent) => {
    if (data === "apply-update") void scope.skipWaiting();
  });
}
