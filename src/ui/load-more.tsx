import { useLayoutEffect, useRef, useState } from "react";

import { Button } from "./button.tsx";

interface LoadMoreProps {
  hasMore: boolean;
  loading: boolean;
  onLoad: () => void;
  label?: string;
}

/** A button that loads the next page of a list. After the last page, an end note replaces it and takes the focus. */
export function LoadMore({ hasMore, loading, onLoad, label = "Show more" }: LoadMoreProps) {
  const end = useRef<HTMLParagraphElement>(null);
  const [used, setUsed] = useState(false);
  const ended = used && !hasMore;
  useLayoutEffect(() => {
    // The removed button leaves the focus on the body, unless the user has moved it elsewhere.
    if (ended && document.activeElement === document.body) end.current?.focus({ preventScroll: true });
  }, [ended]);
  if (ended) {
    return (
      <p ref={end} tabIndex={-1} className="py-5 text-center text-sm text-soft">
        End of list
      </p>
    );
  }
  if (!hasMore) return null;
  const load = () => {
    setUsed(true);
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
