import { Component, type ReactNode, Suspense } from "react";

import { isLoadFailure, LoadFailure } from "./load-failure.tsx";

interface Props {
  /** Shown while the code is loading. */
  fallback?: ReactNode;
  /** Shown if it can't be loaded. */
  failure?: ReactNode;
  children?: ReactNode;
}

/**
 * Put around parts of a page made with `lazy`. One whose code can't be loaded then shows `failure`, and the rest of the page
 * stays. React supports error boundaries only as classes.
 */
export class LoadBoundary extends Component<Props, { error: unknown }> {
  override state = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    const { fallback = null, failure = <LoadFailure />, children } = this.props;
    const { error } = this.state;
    if (error === null) return <Suspense fallback={fallback}>{children}</Suspense>;
    if (!isLoadFailure(error)) throw error;
    return failure;
  }
}
