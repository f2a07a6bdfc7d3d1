import { type ComponentType, createElement, Suspense, use } from "react";

import { lazyCode } from "./lazy-code.ts";

/**
 * A part of a prerendered page whose code follows that of the page. The prerendered HTML contains it and stays until the code is
 * loaded. Nothing is shown where loading fails, so it must be a part that the page can do without.
 */
export function latePart(load: () => Promise<ComponentType>): ComponentType {
  const code = lazyCode(load);
  let loading: Promise<ComponentType | null> | null = null;
  function Part() {
    const Loaded = use((loading ??= code.load().catch(() => null)));
    return Loaded && createElement(Loaded);
  }
  return function LatePart() {
    return (
      <Suspense>
        <Part />
      </Suspense>
    );
  };
}
