import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { hasZodFastifySchemaValidationErrors } from "fastify-type-provider-zod";

import { commonError, AppError } from "#core/error.ts";
import { isDatabaseFull, isDatabaseUnavailable } from "#core/server/database.ts";
import { ownMessages } from "#core/server/response-messages.ts";

/** A restart of the bundled PostgreSQL takes about this long. */
const databaseRetrySeconds = 5;
const diskRetrySeconds = 60;

/** Sends any error as `{ message, code, issues? }`, with the realtime messages of what was committed before it. */
export function sendError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const unavailable = isDatabaseUnavailable(error);
  if (unavailable) request.log.warn({ err: error }, "The database is unavailable.");
  if (isDatabaseFull(error))
    request.log.error({ err: error }, "The database's disk is full. Free some space.");
  const appError = unavailable
    ? commonError("unavailable", { retryAfterSeconds: databaseRetrySeconds })
    : toAppError(error);
  if (appError) {
    if (appError.retryAfterSeconds) reply.header("retry-after", appError.retryAfterSeconds);
    reply.code(appError.status).send({
      message: appError.message,
      code: appError.code,
      ...(appError.issues && { issues: appError.issues }),
      ...ownMessages(request),
    });
    return;
  }
  request.log.error({ err: error }, "Unexpected error in a request.");
  reply.code(500).send({
    message: `Something went wrong on our side. Try again. If it keeps happening, report the reference ${request.id}.`,
    code: "internal",
    ...ownMessages(request),
  });
}

/** Sends 404 for an unknown API path. */
export function sendNotFound(_request: FastifyRequest, reply: FastifyReply): void {
  const appError = commonError("not_found");
  reply.code(404).send({ message: appError.message, code: appError.code });
}

function toAppError(error: FastifyError): AppError | null {
  if (error instanceof AppError) return error;
  if (isDatabaseFull(error)) return commonError("disk_full", { retryAfterSeconds: diskRetrySeconds });
  if (hasZodFastifySchemaValidationErrors(error)) {
    const issues = error.validation.map((issue) => ({
      path: issue.instancePath.replace(/^\//, "").replaceAll("/", "."),
      message: issue.message ?? "Invalid value.",
    }));
    return commonError("invalid_input", { ...(issues[0] && { message: issues[0].message }), issues });
  }
  if (error.code === "FST_FILES_LIMIT") {
    return commonError("invalid_input", { message: "Too many files. Upload fewer at once." });
  }
  if (error.statusCode === 413) return commonError("file_too_large");
  if (error.statusCode === 415) {
    return new AppError({
      status: 415,
      code: "content_type",
      message: "Unsupported content type. Send JSON, or form data for endpoints with a form.",
    });
  }
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500) {
    return new AppError({
      status: error.statusCode,
      code: "bad_request",
      message: "Invalid request.",
    });
  }
  return null;
}
