import { Component, type ReactNode } from "react";

import { PageError } from "./page-error.tsx";

interface Props {
  /** The key of the router's location; a new one clears the error. */
  locationKey: string;
  children: ReactNode;
}

interface State {
  failed: boolean;
  error: unknown;
  /** The location that failed; null until the error is rendered. */
  failedAt: string | null;
}

const noError: State = { failed: false, error: null, failedAt: null };

/** Shows `PageError` where a page throws. React supports error boundaries only as classes. */
export class PageErrorBoundary extends Component<Props, State> {
  override state: State = noError;

  static getDerivedStateFromError(error: unknown): State {
    return { failed: true, error, failedAt: null };
  }

  static getDerivedStateFromProps({ locationKey }: Props, state: State): Partial<State> | null {
    if (!state.failed) return null;
    if (state.failedAt === null) return { failedAt: locationKey };
    return state.failedAt === locationKey ? null : noError;
  }

  override render() {
    return this.state.failed ? <PageError error={this.state.error} /> : this.props.children;
  }
}
