import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { hasZodFastifySchemaValidationErrors } from "fastify-type-provider-zod";

import { commonError, AppError } from "#core/error.ts";

/** Turns whatever was thrown into the one error shape `{ message, code, issues? }`. */
export function replyToError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const failure = designed(error);
  if (failure) {
    if (failure.retryAfterSeconds) reply.header("retry-after", failure.retryAfterSeconds);
    reply.code(failure.status).send({
      message: failure.message,
      code: failure.code,
      ...(failure.issues && { issues: failure.issues }),
    });
    return;
  }
  request.log.error({ err: error }, "unexpected failure");
  reply.code(500).send({
    message: `Something broke on our side and was logged. Try again; the reference is ${request.id}.`,
    code: "internal",
  });
}

/** An address under the API that nothing answers to. */
export function replyNotFound(_request: FastifyRequest, reply: FastifyReply): void {
  const failure = commonError("not_found");
  reply.code(404).send({ message: failure.message, code: failure.code });
}

function designed(error: FastifyError): AppError | null {
  if (error instanceof AppError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) {
    const issues = error.validation.map((issue) => ({
      path: issue.instancePath.replace(/^\//, "").replaceAll("/", "."),
      message: issue.message ?? "This needs another look.",
    }));
    return commonError("invalid_input", { ...(issues[0] && { message: issues[0].message }), issues });
  }
  if (error.code === "FST_FILES_LIMIT") {
    return commonError("invalid_input", { message: "Those are too many files. Send some of them later." });
  }
  if (error.statusCode === 413) return commonError("file_too_large");
  if (error.statusCode === 415) {
    return new AppError({
      status: 415,
      code: "content_type",
      message: "Send JSON, or a form where a form is asked.",
    });
  }
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500) {
    return new AppError({
      status: error.statusCode,
      code: "bad_request",
      message: "The request can't be read.",
    });
  }
  return null;
}
