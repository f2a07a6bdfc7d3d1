/** Problem of one field; `path` is in dotted form. */
export interface Issue {
  path: string;
  message: string;
}

/** Known errors of a module: code → HTTP status and the message for the user. */
export type ErrorCatalogue = Record<string, { status: number; message: string }>;

/**
 * An expected error: the client receives its status and `{ message, code, issues? }`. Anything else that is thrown is a
 * defect and is answered with 500 and an id.
 */
export class AppError extends Error {
  override readonly name = "AppError";
  readonly code: string;
  readonly status: number;
  readonly issues: Issue[] | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(failure: {
    code: string;
    status: number;
    message: string;
    issues?: Issue[];
    retryAfterSeconds?: number;
  }) {
    super(failure.message);
    this.code = failure.code;
    this.status = failure.status;
    this.issues = failure.issues;
    this.retryAfterSeconds = failure.retryAfterSeconds;
  }
}

/** Creates a function that builds the errors of a catalogue; unknown codes do not compile. */
export function defineErrors<const C extends ErrorCatalogue>(catalogue: C) {
  return function createError(
    code: keyof C & string,
    more: { message?: string; issues?: Issue[]; retryAfterSeconds?: number } = {},
  ): AppError {
    const known = catalogue[code];
    if (!known) throw new TypeError(`Unknown error code ${code}`);
    return new AppError({ code, status: known.status, message: known.message, ...more });
  };
}

const common = defineErrors({
  unauthenticated: { status: 401, message: "user not authenticated, go to login" },
  wrong_role: { status: 403, message: "Your role doesn't allow this." },
  not_found: { status: 404, message: "Not found. It may have been deleted, or you don't have access to it." },
  invalid_input: { status: 422, message: "Check the highlighted fields and try again." },
  file_too_large: { status: 413, message: "This file is too large." },
  file_type: { status: 415, message: "This file type isn't supported here." },
  cross_site: { status: 403, message: "This request came from another site and was rejected." },
  unavailable: { status: 503, message: "Reelay is temporarily unavailable. Try again in a few seconds." },
  too_many: { status: 429, message: "Too many attempts. Wait a few minutes, then try again." },
});

/** Errors that any module may return. */
export const commonError = common;
