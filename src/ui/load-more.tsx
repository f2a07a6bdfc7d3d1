import { useLayoutEffect, useRef, useState } from "react";

import { Button } from "./button.tsx";

interface LoadMoreProps {
  /** Without more nothing is drawn, unless the last of it has just been asked for here. */
  hasMore: boolean;
  loading: boolean;
  onLoad: () => void;
  label?: string;
}

/** The end of a list that goes on. When the button has done its work, the focus goes to the sentence in its place. */
export function LoadMore({ hasMore, loading, onLoad, label = "Show more" }: LoadMoreProps) {
  const end = useRef<HTMLParagraphElement>(null);
  const [asked, setAsked] = useState(false);
  const ended = asked && !hasMore;
  useLayoutEffect(() => {
    // Taken away with the focus on it, the button leaves it to the page. Whoever has gone elsewhere stays there.
    if (ended && document.activeElement === document.body) end.current?.focus({ preventScroll: true });
  }, [ended]);
  if (ended) {
    return (
      <p ref={end} tabIndex={-1} className="py-5 text-center text-sm text-soft">
        You have reached the end.
      </p>
    );
  }
  if (!hasMore) return null;
  const load = () => {
    setAsked(true);
    onLoad();
  };
  return (
    <div className="flex justify-center py-5">
      <Button onClick={load} busy={loading && "Loading..."}>
        {label}
      </Button>
    </div>
  );
}
