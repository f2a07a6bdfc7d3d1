import type { ComponentType } from "react";

import { lazyCode } from "./lazy-code.ts";
import { LoadFailure } from "./load-failure.tsx";
import { useLazyCode } from "./use-lazy-code.ts";

/**
 * A part of a page whose code is loaded when it is first rendered. `Placeholder` is shown until then, and after a failure the
 * cause and a button that tries again.
 */
export function lazySection<P extends object>(
  load: () => Promise<ComponentType<P>>,
  Placeholder: ComponentType<P> = Nothing,
): ComponentType<P> {
  const code = lazyCode(load);
  return function LazySection(props: P) {
    const { value: Section, status, retry } = useLazyCode(code);
    if (Section) return <Section {...props} />;
    return status === "failed" ? <LoadFailure onRetry={retry} /> : <Placeholder {...props} />;
  };
}

function Nothing() {
  return null;
}
