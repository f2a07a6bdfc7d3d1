import type { FastifyInstance } from "fastify";

interface Details {
  domain?: string | undefined;
  /** The invalid parameter or body field. */
  location?: string | undefined;
  locationType?: "parameter" | "header" | "other" | undefined;
  headers?: Record<string, string> | undefined;
}

/** An error in Google's envelope; clients decide by its `reason`. */
export class ApiError extends Error {
  readonly status: number;
  readonly reason: string;
  readonly details: Details;

  constructor(status: number, reason: string, message: string, details: Details = {}) {
    super(message);
    this.name = "ApiError";
    this.status = status;
    this.reason = reason;
    this.details = details;
  }
}

/** The body of an error response. */
export function errorEnvelope({ status, reason, message, details }: ApiError) {
  const { domain = "global", location, locationType = "other" } = details;
  const place = location === undefined ? {} : { location, locationType };
  return { error: { code: status, message, errors: [{ message, domain, reason, ...place }] } };
}

const fastifyRefusals = new Map([
  ["FST_ERR_CTP_INVALID_JSON_BODY", "The body is not valid JSON."],
  ["FST_ERR_CTP_EMPTY_JSON_BODY", "The body is empty; a JSON object is expected."],
  ["FST_ERR_CTP_INVALID_MEDIA_TYPE", "Unsupported content type."],
]);

function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const refusal = fastifyRefusals.get(code);
  if (refusal !== undefined) return new ApiError(400, "parseError", refusal);
  if (code === "FST_ERR_CTP_BODY_TOO_LARGE") {
    return new ApiError(413, "uploadTooLarge", "The body is too large for this method.");
  }
  return new ApiError(503, "backendError", "Internal error of the sandbox. See its log.");
}

/** Sends all errors of these routes in Google's envelope. */
export function answerInEnvelopes(app: FastifyInstance, logFailure: (error: unknown) => void): void {
  app.setErrorHandler((error, _request, reply) => {
    const refusal = toApiError(error);
    if (refusal.reason === "backendError" && !(error instanceof ApiError)) logFailure(error);
    return reply
      .code(refusal.status)
      .headers(refusal.details.headers ?? {})
      .send(errorEnvelope(refusal));
  });
}
