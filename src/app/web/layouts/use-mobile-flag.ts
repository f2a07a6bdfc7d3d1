import { useEffect } from "react";
import { create } from "zustand";
import { persist } from "zustand/middleware";

import { useMediaQuery } from "#ui/use-media-query.ts";

import { mobileViewKey } from "../storage-keys.ts";

const useMobileView = create<{ isMobile: boolean }>()(
  persist((): { isMobile: boolean } => ({ isMobile: false }), { name: mobileViewKey }),
);

/** Stores whether the window is narrower than 1100 px, where the sidebar is at the bottom. */
export function useMobileFlag(): void {
  const isMobile = useMediaQuery("(width < 1100px)");
  useEffect(() => {
    useMobileView.setState({ isMobile });
  }, [isMobile]);
}
