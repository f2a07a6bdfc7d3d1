import { Link } from "react-router";

import type { LinkProps } from "#ui/link-renderer.tsx";

/** Renders links of the design system with the router. */
export function routerLink({ href, ...rest }: LinkProps) {
  return <Link to={href} {...rest} />;
}
