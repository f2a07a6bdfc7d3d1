import type { FastifyInstance } from "fastify";

/** An error in PeerTube's form: RFC 7807 with a code. */
export class Problem extends Error {
  readonly status: number;
  readonly code: string | undefined;
  readonly headers: Record<string, string>;

  constructor(status: number, detail: string, code?: string, headers: Record<string, string> = {}) {
    super(detail);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

/** Responds with problem documents to everything that the routes of `app` throw. */
export function answerInProblems(app: FastifyInstance, logFailure: (error: unknown) => void): void {
  app.setErrorHandler(async (error, _request, reply) => {
    if (!(error instanceof Problem)) logFailure(error);
    const problem = error instanceof Problem ? error : new Problem(500, "Internal error.");
    const { status, code, message, headers } = problem;
    await reply
      .code(status)
      .headers(headers)
      .type("application/problem+json")
      .send(JSON.stringify({ type: "about:blank", status, detail: message, ...(code && { code }) }));
  });
}
