import { Link } from "react-router";

import type { LinkProps } from "#ui/link-renderer.tsx";

/** Draws the design system's links with the router. */
export function routerLink({ href, ...rest }: LinkProps) {
  return <Link to={href} {...rest} />;
}
