import { Component, type ReactNode } from "react";

import { BrokenPage } from "./broken-page.tsx";

interface Props {
  /** Changes with every step through the app; the next page gets its chance. */
  place: string;
  children: ReactNode;
}

interface State {
  error: unknown;
  /** Where it happened; null where nothing has. */
  at: string | null;
}

/** Shows a page that can't be drawn as broken. React offers this to classes only. */
export class PageErrors extends Component<Props, State> {
  override state: State = { error: null, at: null };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error, at: "" };
  }

  static getDerivedStateFromProps({ place }: Props, { at }: State): Partial<State> | null {
    if (at === "") return { at: place };
    return at === null || at === place ? null : { error: null, at: null };
  }

  override render() {
    return this.state.at === null ? this.props.children : <BrokenPage error={this.state.error} />;
  }
}
