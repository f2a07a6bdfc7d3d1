import { useSyncExternalStore } from "react";

import type { PictureView } from "#modules/media/contract/picture-view.ts";

/** The displayed part of a picture, outside of React because it changes with every movement of a pointer. */
export interface ViewControl {
  get: () => PictureView;
  set: (view: PictureView) => void;
  /** Calls `listen` at each change; returns a function that ends this. */
  subscribe: (listen: () => void) => () => void;
}

/** Whether only a part of the picture is displayed. */
export function useIsZoomed({ get, subscribe }: ViewControl): boolean {
  return useSyncExternalStore(subscribe, () => get().scale > 1);
}
