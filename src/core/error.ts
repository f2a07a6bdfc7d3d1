/** One field's problem, `path` in dotted form. */
export interface Issue {
  path: string;
  message: string;
}

/** Known failures of a room: code → HTTP status and the sentence that the person reads. */
export type ErrorCatalogue = Record<string, { status: number; message: string }>;

/**
 * A designed failure: it reaches the caller as `{ message, code, issues? }` with its status (decisions, "Interface of
 * the server"). Everything else that is thrown is a defect and becomes a 500 with an id.
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

/** Turns a catalogue into a function that makes its failures; codes not in it do not compile. */
export function defineErrors<const C extends ErrorCatalogue>(catalogue: C) {
  return function failure(
    code: keyof C & string,
    more: { message?: string; issues?: Issue[]; retryAfterSeconds?: number } = {},
  ): AppError {
    const known = catalogue[code];
    if (!known) throw new TypeError(`No failure is called ${code}`);
    return new AppError({ code, status: known.status, message: known.message, ...more });
  };
}

const common = defineErrors({
  unauthenticated: { status: 401, message: "user not authenticated, go to login" },
  wrong_role: { status: 403, message: "Your role can't do this." },
  not_found: { status: 404, message: "We can't find that. It may have been removed, or it isn't yours." },
  invalid_input: { status: 422, message: "Something in the form needs another look." },
  file_too_large: { status: 413, message: "That file is too large." },
  file_type: { status: 415, message: "That kind of file can't be used here." },
  cross_site: { status: 403, message: "This request came from another site and was refused." },
  too_many: { status: 429, message: "Too many tries. Wait a little, then try again." },
});

/** Failures that any room may answer. */
export const commonError = common;
