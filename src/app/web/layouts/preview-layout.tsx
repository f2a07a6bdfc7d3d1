import type { ReactNode } from "react";
import { Link } from "react-router";

import { howItWorksPath, pricingPath } from "#core/paths.ts";
import { CompactBar } from "#ui/compact-bar.tsx";
import { Logo } from "#ui/logo.tsx";
import { ThemeMenu } from "#ui/theme-menu.tsx";

import { routerLink } from "../router-link.tsx";
import { LazySessionAccount } from "./lazy-session.tsx";

/** The preview has its header in a compact navigation, which leaves more space for the picture. */
export function PreviewLayout({ children }: { children: ReactNode }) {
  return (
    <CompactBar
      brand={
        <Link to="/" className="flex min-h-11 items-center">
          <Logo markOnly />
        </Link>
      }
      links={[
        { label: "Features", href: "/#features" },
        { label: "Pricing", href: pricingPath },
        { label: "How it works", href: howItWorksPath },
      ]}
      link={routerLink}
      end={
        <>
          <ThemeMenu />
          <LazySessionAccount />
        </>
      }
    >
      {children}
    </CompactBar>
  );
}
