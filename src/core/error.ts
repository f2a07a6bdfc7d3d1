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
  /** The cause, shown below the message. */
  readonly detail: string | undefined;

  constructor(failure: {
    code: string;
    status: number;
    message: string;
    issues?: Issue[];
    retryAfterSeconds?: number;
    detail?: string;
  }) {
    super(failure.message);
    this.code = failure.code;
    this.status = failure.status;
    this.issues = failure.issues;
    this.retryAfterSeconds = failure.retryAfterSeconds;
    this.detail = failure.detail;
  }
}

/** Whether what was asked for doesn't exist, or isn't the user's: trying again is useless. */
export function isNotFound(error: Error | null): error is AppError {
  return error instanceof AppError && error.status === 404;
}

/** Whether the user has no access to what was asked for, or not any more. */
export function isRefused(error: Error | null): error is AppError {
  return error instanceof AppError && (error.status === 403 || error.status === 404);
}

/** When to try again: "in 20 seconds", "in 52 minutes", "in 3 hours"; "in a few minutes" if it is unknown. */
function waitText(seconds: number | undefined): string {
  if (seconds === undefined) return "in a few minutes";
  if (seconds < 60) return `in ${count(Math.max(1, Math.ceil(seconds)), "second")}`;
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 90 ? `in ${count(minutes, "minute")}` : `in ${count(Math.ceil(minutes / 60), "hour")}`;
}

function count(value: number, unit: string): string {
  return `${value} ${unit}${value === 1 ? "" : "s"}`;
}

/**
 * Creates a function that builds the errors of a catalogue; unknown codes do not compile. In messages, `{wait}` becomes
 * the time after which to try again.
 */
export function defineErrors<const C extends ErrorCatalogue>(catalogue: C) {
  return function createError(
    code: keyof C & string,
    more: { message?: string; issues?: Issue[]; retryAfterSeconds?: number } = {},
  ): AppError {
    const definition = catalogue[code];
    if (!definition) throw new TypeError(`Unknown error code ${code}`);
    const message = (more.message ?? definition.message).replace("{wait}", waitText(more.retryAfterSeconds));
    return new AppError({ code, status: definition.status, ...more, message });
  };
}

const common = defineErrors({
  unauthenticated: { status: 401, message: "user not authenticated, go to login" },
  no_guest: { status: 401, message: "Open the review link again to continue." },
  guest_right: { status: 403, message: "This review link doesn't allow this." },
  wrong_role: { status: 403, message: "Your role doesn't allow this." },
  not_found: { status: 404, message: "Not found. It may have been deleted, or you don't have access to it." },
  invalid_input: { status: 422, message: "Check the highlighted fields and try again." },
  file_too_large: { status: 413, message: "This file is too large." },
  file_type: { status: 415, message: "This file type isn't supported here." },
  cross_site: { status: 403, message: "This request came from another site and was rejected." },
  needs_https: { status: 403, message: "This server works over HTTPS only. Open its https address." },
  unavailable: { status: 503, message: "Reelay is temporarily unavailable. Try again in a few seconds." },
  disk_full: {
    status: 507,
    message:
      "The server's disk is full, so this wasn't saved. Try again in a few minutes. If it keeps happening, tell the administrator of this server.",
  },
  too_many: { status: 429, message: "Too many attempts. Try again {wait}." },
  too_many_requests: { status: 429, message: "Too many requests at once. Try again {wait}." },
});

/** Errors that any module may return. */
export const commonError = common;
