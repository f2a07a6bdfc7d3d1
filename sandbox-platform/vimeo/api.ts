import type { FastifyInstance, FastifyRequest } from "fastify";

import { findPerson, type Person } from "../identity/people.ts";
import type { Sandbox } from "../sandbox.ts";
import type { Grant, Store, Video } from "./store.ts";

type VimeoProblem = NonNullable<
  Extract<Parameters<Sandbox["failures"]["add"]>[0], { kind: "vimeo" }>["problem"]
>;

/** An error in Vimeo's form. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: number;
  readonly field: string | undefined;
  readonly headers: Record<string, string>;

  constructor(
    status: number,
    message: string,
    code: number,
    more: { field?: string; headers?: Record<string, string> } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.field = more.field;
    this.headers = more.headers ?? {};
  }
}

/** Responds with Vimeo's errors to everything that the routes of `app` throw. */
export function answerInErrors(app: FastifyInstance, logFailure: (error: unknown) => void): void {
  app.setErrorHandler(async (thrown, _request, reply) => {
    if (!(thrown instanceof ApiError)) logFailure(thrown);
    const error = thrown instanceof ApiError ? thrown : new ApiError(500, "Internal error.", 4000);
    const { status, message, code, field, headers } = error;
    const parameters = field === undefined ? {} : { invalid_parameters: [{ field, error_code: code }] };
    await reply
      .code(status)
      .headers(headers)
      .send({
        error: message,
        link: null,
        developer_message: message,
        error_code: code,
        ...parameters,
      });
  });
}

/** Dependencies shared by the calls of the stand-in. */
export interface Api {
  sandbox: Sandbox;
  store: Store;
  /** The account and scopes of a request's token. */
  admit: (request: FastifyRequest, scope?: string) => { person: Person; grant: Grant };
  /** A video of the account. */
  ownVideo: (request: FastifyRequest, id: string, scope?: string) => Video;
  /** Whether a call is to fail in that way. */
  fails: (problem: VimeoProblem) => boolean;
}

/** Refusals of any call with a token. */
const refusals = [
  { problem: "unavailable", status: 503, message: "Come back later.", code: 4000 },
  { problem: "rate_limited", status: 429, message: "Too many API requests.", code: 9000 },
  { problem: "forbidden", status: 403, message: "The user can't do this.", code: 3200 },
] as const;

export function createApi(sandbox: Sandbox, store: Store): Api {
  const take = (problem: VimeoProblem) =>
    sandbox.failures.take("vimeo", (failure) => failure.problem === problem);
  const fails = (problem: VimeoProblem) => take(problem) !== undefined;

  const admit: Api["admit"] = (request, scope) => {
    const token = /^Bearer (\w+)$/i.exec(request.headers.authorization ?? "")?.[1] ?? "";
    if (fails("revoked")) store.endToken(token);
    const grant = fails("expired_token") ? undefined : store.findGrant(token);
    const person = grant && findPerson(grant.person_id);
    if (!person) throw new ApiError(401, "The user credentials are invalid.", 8003);
    for (const { problem, status, message, code } of refusals) {
      const failure = take(problem);
      if (!failure) continue;
      const reset = new Date(Date.now() + Number(failure.retryAfter ?? 60) * 1000).toISOString();
      const headers = status === 429 ? { "x-ratelimit-reset": reset } : undefined;
      throw new ApiError(status, message, code, headers && { headers });
    }
    if (scope !== undefined && !grant.scope.split(" ").includes(scope)) {
      throw new ApiError(403, `Your access token does not have the "${scope}" scope.`, 8000);
    }
    return { person, grant };
  };

  return {
    sandbox,
    store,
    admit,
    fails,
    ownVideo: (request, id, scope) => {
      const { person } = admit(request, scope);
      const video = store.findVideo(id);
      if (video?.person_id !== person.id) throw new ApiError(404, "The video couldn't be found.", 5000);
      return video;
    },
  };
}
