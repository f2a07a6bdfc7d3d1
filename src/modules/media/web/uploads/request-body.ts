import { uploadPiece } from "#modules/media/rules/limits.ts";

const mebibyte = 1024 * 1024;

/** Sizes of pieces in bytes, each used when the previous one was too large for a proxy or for the connection. */
const pieceSizes = [uploadPiece, 16 * mebibyte, 4 * mebibyte, mebibyte];
export const tooLargeStatus = 413;

/**
 * Which part of a file the requests of its upload carry (docs/decisions/0012-own-tus-server.md). An upload starts with the whole file as one
 * body, which Chromium sends straight from the disk; reading a slice is slower. After any failure it continues in pieces.
 */
export interface BodyState {
  /** Index into `pieceSizes`. */
  piece: number;
  /** The next request may still carry the whole file. */
  mayBeWhole: boolean;
  /** The body of the current request; null before the first one and after a failure of the whole file. */
  current: { start: number; end: number; isWhole: boolean } | null;
  /** Start of a piece whose connection was lost after some of it was sent. */
  interruptedAt: number | null;
}

export const initialBody: BodyState = { piece: 0, mayBeWhole: true, current: null, interruptedAt: null };

/** The state for a request whose body starts at `start`; `current` is its body. */
export function nextBody(state: BodyState, start: number, fileSize: number): BodyState {
  // An interrupted piece of which nothing was stored was too large for a proxy that buffers bodies.
  const piece = state.interruptedAt === start ? smaller(state.piece) : state.piece;
  const isWhole = state.mayBeWhole && start === 0;
  const end = isWhole ? fileSize : Math.min(fileSize, start + (pieceSizes[piece] ?? fileSize));
  return { piece, mayBeWhole: false, current: { start, end, isWhole }, interruptedAt: null };
}

/**
 * The state after a failed request. `status` is 0 without a response; `sentTo` is the byte up to which the file was sent.
 * `isResolved` is true where a smaller body is expected to succeed.
 */
export function afterFailedRequest(
  state: BodyState,
  { status, sentTo }: { status: number; sentTo: number },
): { body: BodyState; isResolved: boolean } {
  const { current, piece } = state;
  if (current?.isWhole) {
    const body = { ...state, current: { ...current, isWhole: false } };
    return { body, isResolved: status === tooLargeStatus || status === 0 };
  }
  if (status === tooLargeStatus && piece < pieceSizes.length - 1) {
    return { body: { ...state, piece: smaller(piece) }, isResolved: true };
  }
  const wasInterrupted = status === 0 && sentTo > (current?.start ?? 0);
  const body = wasInterrupted ? { ...state, interruptedAt: current?.start ?? 0 } : state;
  return { body, isResolved: false };
}

/**
 * True where a proxy buffers the whole file before it forwards it: more than a piece was sent but is not stored. The
 * request should be aborted and continued in pieces.
 */
export function isBuffered({ current }: BodyState, sentTo: number, received: number): boolean {
  return current?.isWhole === true && sentTo - received > uploadPiece;
}

function smaller(piece: number): number {
  return Math.min(piece + 1, pieceSizes.length - 1);
}
