import { Star } from "lucide-react";

const stars = [1, 2, 3, 4, 5];

/** Five stars filled to the rating's tenth, with the figure beside them; "unrated" for 0. */
export function RatingStars({ rating }: { rating: number }) {
  if (rating === 0) return <span className="text-soft">unrated</span>;
  const figure = rating.toFixed(1);
  return (
    <span className="inline-flex items-center gap-2">
      <span className="sr-only">{figure} out of 5 stars</span>
      <span aria-hidden className="relative inline-flex">
        <Row className="text-line" />
        <span
          className="absolute inset-y-0 left-0 overflow-hidden"
          style={{ width: `${(rating / stars.length) * 100}%` }}
        >
          <Row className="text-ink" />
        </span>
      </span>
      <span aria-hidden className="numerals text-sm text-soft">
        {figure}
      </span>
    </span>
  );
}

function Row({ className }: { className: string }) {
  return (
    <span className={`flex w-max ${className}`}>
      {stars.map((star) => (
        <Star key={star} aria-hidden className="size-4.5 fill-current" strokeWidth={0} />
      ))}
    </span>
  );
}
