import { Star } from "lucide-react";

import { starWords, toHalfStars } from "../rules.ts";

interface RatingStarsProps {
  /** The mean of the ratings; 0 with none. */
  rating: number;
  ratingCount: number;
}

/** Five stars filled in halves, with the mean and how many ratings it is made of; "unrated" with none. */
export function RatingStars({ rating, ratingCount }: RatingStarsProps) {
  if (ratingCount === 0) return <span className="text-soft">unrated</span>;
  const figure = rating.toFixed(1);
  return (
    <span className="inline-flex items-center gap-2">
      <span className="sr-only">
        {figure} out of 5 stars, {ratingCount === 1 ? "1 rating" : `${ratingCount} ratings`}
      </span>
      <DrawnStars stars={toHalfStars(rating)} />
      <span aria-hidden className="numerals text-sm text-soft">
        <span className="font-medium text-ink">{figure}</span> ({ratingCount})
      </span>
    </span>
  );
}

/** The stars of one rating. */
export function GivenStars({ stars }: { stars: number }) {
  return (
    <span className="inline-flex">
      <span className="sr-only">{stars} out of 5 stars</span>
      <DrawnStars stars={stars} />
    </span>
  );
}

function DrawnStars({ stars }: { stars: number }) {
  return (
    <span aria-hidden className="relative inline-flex">
      <Row className="text-line" />
      <span
        className="absolute inset-y-0 left-0 overflow-hidden"
        style={{ width: `${(stars / starWords.length) * 100}%` }}
      >
        <Row className="text-ink" />
      </span>
    </span>
  );
}

function Row({ className }: { className: string }) {
  return (
    <span className={`flex w-max ${className}`}>
      {starWords.map((word) => (
        <Star key={word} aria-hidden className="size-4.5 fill-current" strokeWidth={0} />
      ))}
    </span>
  );
}
