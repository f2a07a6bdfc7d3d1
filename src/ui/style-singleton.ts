import { useEffect } from "react";

/**
 * Replaces the package `react-style-singleton` (alias in vite.config.ts). That package adds <style> elements, which
 * `style-src 'self'` forbids; constructed style sheets are allowed.
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

/** A component that applies `styles` while at least one instance is mounted. */
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
