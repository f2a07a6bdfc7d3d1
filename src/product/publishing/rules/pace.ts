/** What the platform says of pieces, in bytes. */
export interface PieceLimits {
  /** The usual piece of a fast line: measured, larger ones gain nothing. */
  pieceBytes: number;
  /** Every piece but the last is a multiple of this. */
  pieceUnit: number;
}

/** Pieces of slow or broken lines, in bytes. */
const smallestPiece = 8 * 1024 * 1024;
const aimMilliseconds = 20_000;

/** The next piece's size in bytes after one that took `milliseconds`: about 20 s each, so that little is ever lost. */
export function nextPiece(sent: { bytes: number; milliseconds: number }, limits: PieceLimits): number {
  return withinLimits((sent.bytes / Math.max(sent.milliseconds, 1)) * aimMilliseconds, limits);
}

/** The next piece's size in bytes after one that failed. */
export function pieceAfterFailure(piece: number, limits: PieceLimits): number {
  return withinLimits(piece / 2, limits);
}

function withinLimits(bytes: number, { pieceBytes, pieceUnit }: PieceLimits): number {
  const within = Math.min(pieceBytes, Math.max(smallestPiece, bytes));
  return Math.max(1, Math.floor(within / pieceUnit)) * pieceUnit;
}

/** How patiently a failing platform is asked again. */
export interface Patience {
  /** Tries without any progress before a person has to see to it. */
  tries: number;
  /** One second of waiting, in milliseconds; tests make it short. */
  second: number;
}
export const usualPatience: Patience = { tries: 14, second: 1000 };

const longestBackoffSeconds = 120;
/** Whoever asks us to wait longer than this is answered by a person. */
const longestWaitSeconds = 600;

/**
 * Seconds to wait after the `failures`-th failure in a row, at least what the platform asked for; null when it is time
 * to give up. `random` is from 0 to 1 and spreads the tries of many deliveries.
 */
export function backoffSeconds(
  failure: { failures: number; askedSeconds: number | undefined; random: number },
  patience: Patience,
): number | null {
  const { failures, askedSeconds = 0, random } = failure;
  if (failures >= patience.tries || askedSeconds > longestWaitSeconds) return null;
  const grown = Math.min(2 ** (failures - 1), longestBackoffSeconds);
  return Math.max(askedSeconds, grown * (0.5 + random / 2));
}
