import { useLayoutEffect } from "react";

/** What search engines and the browser's tab say of a public page. */
export function PageHead({ title, description }: { title: string; description: string }) {
  useLayoutEffect(() => {
    const place = document.querySelector<HTMLMetaElement>('meta[name="description"]');
    if (!place) return;
    const before = place.content;
    place.content = description;
    return () => {
      place.content = before;
    };
  }, [description]);
  return <title>{title}</title>;
}
