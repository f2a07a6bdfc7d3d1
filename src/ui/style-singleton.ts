import { useEffect } from "react";

/**
 * Stands in for the package `react-style-singleton` (aliased in vite.config.ts). That package writes <style> elements,
 * which `style-src 'self'` forbids; a constructed sheet does the same and is allowed.
 */
function styleKeeper() {
  let users = 0;
  let sheet: CSSStyleSheet | undefined;
  return {
    add(css: string): void {
      users += 1;
      if (users > 1) return;
      sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
      document.adoptedStyleSheets.push(sheet);
    },
    remove(): void {
      users -= 1;
      if (users > 0) return;
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
    },
  };
}

/** A component that keeps `styles` on the page while at least one of it is mounted. */
export function styleSingleton() {
  const keeper = styleKeeper();
  return function KeptStyle({ styles }: { styles: string }) {
    useEffect(() => {
      keeper.add(styles);
      return () => keeper.remove();
    }, [styles]);
    return null;
  };
}
