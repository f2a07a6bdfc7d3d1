import { Star } from "lucide-react";

import { starLabels, toHalfStars } from "#modules/profiles/rules/profiles.ts";

interface RatingStarsProps {
  /** Mean of the ratings; 0 without ratings. */
  rating: number;
  ratingCount: number;
}

/** The mean rating in half stars with its value and the number of ratings; "unrated" without ratings. */
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
        style={{ width: `${(stars / starLabels.length) * 100}%` }}
      >
        <Row className="text-ink" />
      </span>
    </span>
  );
}

function Row({ className }: { className: string }) {
  return (
    <span className={`flex w-max ${className}`}>
      {starLabels.map((word) => (
        <Star key={word} aria-hidden className="size-4.5 fill-current" strokeWidth={0} />
      ))}
    </span>
  );
}
