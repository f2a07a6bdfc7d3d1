import { useCallback, useEffect, useSyncExternalStore } from "react";

import type { CodeState, LazyCode } from "./lazy-code.ts";

/**
 * Loads the code as soon as it is `wanted`, and returns its state. After a failure it is loaded again when the browser is back
 * online, and by `retry`.
 */
export function useLazyCode<T>(code: LazyCode<T>, wanted = true): CodeState<T> & { retry: () => void } {
  const state = useSyncExternalStore(code.subscribe, code.state, code.state);
  const retry = useCallback(() => {
    // The state shows the failure.
    code.load().catch(() => undefined);
  }, [code]);
  useEffect(() => {
    if (!wanted) return;
    retry();
    window.addEventListener("online", retry);
    return () => window.removeEventListener("online", retry);
  }, [wanted, retry]);
  return { ...state, retry };
}
