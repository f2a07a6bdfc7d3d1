import type { ReactNode } from "react";

export interface LinkProps {
  href: string;
  className: string;
  children: ReactNode;
  "aria-current"?: "page" | undefined;
  onClick?: (() => void) | undefined;
}

/** Renders a link with the application's router. The default is a plain anchor. */
export type LinkRenderer = (props: LinkProps) => ReactNode;

export function plainLink({ children, ...rest }: LinkProps): ReactNode {
  return <a {...rest}>{children}</a>;
}
