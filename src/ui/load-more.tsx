import { Button } from "#ui/button.tsx";

interface LoadMoreProps {
  /** Nothing is drawn when there is no more. */
  hasMore: boolean;
  loading: boolean;
  onLoad: () => void;
  label?: string;
}

/** The end of a list that goes on. */
export function LoadMore({ hasMore, loading, onLoad, label = "Show more" }: LoadMoreProps) {
  if (!hasMore) return null;
  return (
    <div className="flex justify-center py-5">
      <Button onClick={onLoad} busy={loading && "Loading..."}>
        {label}
      </Button>
    </div>
  );
}
