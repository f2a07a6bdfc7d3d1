import { DrizzleQueryError } from "drizzle-orm";
import { DatabaseError } from "pg";
import { type DestinationStream, type Logger, pino } from "pino";

/** Creates the log of a process. It contains neither credentials nor parameters of queries. */
export function createLog(level: string, destination: DestinationStream = pino.destination(1)): Logger {
  const options = {
    level,
    redact: ["req.headers.cookie", "req.headers.authorization"],
    serializers: { err: describeError, req: describeRequest },
  };
  return pino(options, destination);
}

/** A request as logged. Its query can contain codes of identity providers and signatures of media URLs. */
function describeRequest({ method, url, ip }: { method: string; url: string; ip: string }) {
  return { method, url: url.split("?", 1)[0], remoteAddress: ip };
}

interface DescribedError {
  type: string;
  message: string;
  code?: string;
  stack: string;
  cause?: DescribedError | undefined;
}

/** An error as logged. Other properties, such as the parameters of a query, are left out. */
export function describeError(error: unknown): unknown {
  return error instanceof Error ? describe(error) : error;
}

function describe(error: Error): DescribedError {
  const frames = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  return {
    type: error.name,
    message: withoutParameters(error),
    ...("code" in error && typeof error.code === "string" && { code: error.code }),
    stack: frames.join("\n"),
    ...(error.cause instanceof Error && { cause: describe(error.cause) }),
  };
}

function withoutParameters(error: Error): string {
  if (error instanceof DrizzleQueryError) return `Failed query: ${error.query}`;
  // Messages about invalid data (class 22) quote it.
  if (error instanceof DatabaseError && error.code?.startsWith("22")) return `Invalid data (${error.code})`;
  return error.message;
}
