import { useLayoutEffect } from "react";

/** Title and meta description of a public page. */
export function PageMetadata({ title, description }: { title: string; description: string }) {
  useLayoutEffect(() => {
    const meta = document.querySelector<HTMLMetaElement>('meta[name="description"]');
    if (!meta) return;
    const before = meta.content;
    meta.content = description;
    return () => {
      meta.content = before;
    };
  }, [description]);
  return <title>{title}</title>;
}
