import { FetchInterceptor } from "@mswjs/interceptors/fetch";
import { XMLHttpRequestInterceptor } from "@mswjs/interceptors/XMLHttpRequest";
import type { z } from "zod";

import { apiBase } from "#core/endpoint-address.ts";
import type { Endpoint, FileContent, ParsedRequest, SentRealtimeMessage } from "#core/endpoint.ts";
import { AppError } from "#core/error.ts";
import type { RealtimeMessage } from "#core/event.ts";

import { delay } from "./delays.ts";

/** The data of a successful response, as JSON before it is parsed. */
type Data<E extends Endpoint> = z.input<E["response"]>;

/** One page of a paginated list. */
interface PageOf<T> {
  data: T;
  nextCursor: string | null;
}

type Answer<E extends Endpoint> = E extends { file: readonly string[] }
  ? FileContent
  : E extends { paginated: true }
    ? PageOf<Data<E>> | Data<E>
    : Data<E>;

/**
 * Answers one endpoint. It may throw an `AppError`, or return a promise that is settled later or never; `signal` is aborted
 * when the page abandons the request.
 */
type Handler<E extends Endpoint> = (
  request: ParsedRequest<E>,
  signal: AbortSignal,
) => Answer<E> | Promise<Answer<E>>;

interface Route {
  endpoint: Endpoint;
  pattern: RegExp;
  handle: (request: unknown, signal: AbortSignal) => unknown;
  requests: unknown[];
}

/** Thrown by a handler: the connection fails without a response. */
export class ConnectionLost extends Error {}

/**
 * The API of a component test. Requests and responses are parsed with the schemas of their endpoint, so that a test can't
 * state anything that the server would not send. A call without a handler is refused; whether it comes before the end of the test
 * is chance, so it fails the test only by what the screen shows.
 */
export interface FakeApi {
  /** Sets or replaces the handler of an endpoint. Returns the parsed requests that it receives from now on. */
  on: <E extends Endpoint>(endpoint: E, handle: Handler<E>) => ParsedRequest<E>[];
  /** Answers all requests to paths that begin with `folder`, such as those of another protocol. */
  onFolder: (folder: string, respond: (request: Request) => Promise<Response>) => void;
  /** Adds a realtime message to the next response to a change, as the server does for the user who made it. */
  notify: <P extends z.ZodType>(message: RealtimeMessage<P>, payload: z.input<P>) => void;
  /** Answers calls without a handler with this error, for tests of many screens. */
  refuseOthers: (error: AppError) => void;
  /** Requests and responses that don't match the schema of their endpoint, and failures of handlers. */
  problems: string[];
  /** Calls that had no handler. */
  unanswered: string[];
  stop: () => void;
}

/** Answers all calls of the API in this page. Restores the network with `stop`. */
export function startFakeApi(): FakeApi {
  const routes = new Map<string, Route>();
  const folders = new Map<string, (request: Request) => Promise<Response>>();
  const problems: string[] = [];
  const unanswered: string[] = [];
  const messages: SentRealtimeMessage[] = [];
  let others: AppError | null = null;
  const interceptors = [new FetchInterceptor(), new XMLHttpRequestInterceptor()];
  for (const interceptor of interceptors) {
    interceptor.apply();
    interceptor.on("request", async ({ request, controller }) => {
      const url = new URL(request.url);
      const other = [...folders].find(([folder]) => url.pathname.startsWith(folder));
      if (!other && !url.pathname.startsWith(`${apiBase}/`)) return;
      const response = await (other ? other[1](request) : respond(request, url));
      await delay();
      controller.respondWith(response);
    });
  }

  async function respond(request: Request, url: URL): Promise<Response> {
    const called = `${request.method} ${url.pathname}`;
    const path = url.pathname.slice(apiBase.length);
    // Pages ask for it when the clock jumps, as after sleep.
    if (path === "/health") return new Response();
    const route = [...routes.values()].find(
      ({ endpoint, pattern }) => endpoint.method === request.method && pattern.test(path),
    );
    if (!route) {
      unanswered.push(called);
      return refusal(
        others ?? new AppError({ code: "unknown", status: 418, message: `${called} has no handler.` }),
      );
    }
    let parsed;
    try {
      parsed = await parseRequest(route, request, url);
    } catch (error) {
      return defect(`${called} was sent in a form that the server rejects: ${String(error)}`);
    }
    route.requests.push(parsed);
    try {
      const answer = await route.handle(parsed, request.signal);
      return success(route.endpoint, answer, called);
    } catch (error) {
      if (error instanceof AppError) return refusal(error);
      if (error instanceof ConnectionLost) return Response.error();
      return defect(`The handler of ${called} failed: ${String(error)}`);
    }
  }

  function success(endpoint: Endpoint, answer: unknown, called: string): Response {
    if (endpoint.file) return download(endpoint.file, answer as FileContent, called);
    const page = endpoint.paginated && !Array.isArray(answer) ? (answer as PageOf<unknown>) : null;
    const data = page ? page.data : answer;
    const checked = endpoint.response.safeParse(data);
    if (!checked.success) return defect(`The response of ${called} is invalid: ${checked.error.message}`);
    const { message, alias, method } = endpoint;
    const realtimeMessages = method === "GET" ? [] : messages.splice(0);
    return Response.json({
      data,
      message,
      ...(realtimeMessages.length > 0 && { realtimeMessages }),
      ...(endpoint.paginated && { nextCursor: page?.nextCursor ?? null }),
      ...(alias && { [alias]: data }),
    });
  }

  function download(
    types: readonly string[],
    { name, type, content }: FileContent,
    called: string,
  ): Response {
    if (!types.includes(type)) return defect(`The response of ${called} is invalid: ${type}`);
    const disposition = `attachment; filename*=UTF-8''${encodeURIComponent(name)}`;
    return new Response(String(content), {
      headers: { "content-type": type, "content-disposition": disposition },
    });
  }

  function defect(problem: string): Response {
    problems.push(problem);
    return Response.json({ message: problem, code: "unknown" }, { status: 418 });
  }

  return {
    problems,
    unanswered,
    on: (endpoint, handle) => {
      const requests: ParsedRequest<typeof endpoint>[] = [];
      routes.set(`${endpoint.method} ${endpoint.path}`, {
        endpoint,
        pattern: new RegExp(`^${endpoint.path.replace(/:\w+/g, "([^/]+)")}$`),
        handle: handle as Route["handle"],
        requests,
      });
      return requests;
    },
    onFolder: (folder, answer) => void folders.set(folder, answer),
    notify: ({ name, payload: schema }, payload) => {
      schema.parse(payload);
      messages.push({ id: crypto.randomUUID(), name, payload });
    },
    refuseOthers: (error) => {
      others = error;
    },
    stop: () => {
      for (const interceptor of interceptors) interceptor.dispose();
    },
  };
}

function refusal({ status, code, message, issues, retryAfterSeconds }: AppError): Response {
  return Response.json(
    { message, code, ...(issues && { issues }) },
    { status, ...(retryAfterSeconds && { headers: { "retry-after": String(retryAfterSeconds) } }) },
  );
}

async function parseRequest({ endpoint, pattern }: Route, request: Request, url: URL) {
  const values = pattern.exec(url.pathname.slice(apiBase.length))?.slice(1) ?? [];
  const names = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? "");
  const params = Object.fromEntries(
    names.map((name, index) => [name, decodeURIComponent(values[index] ?? "")]),
  );
  const form = endpoint.form ? await request.formData() : null;
  return {
    params: endpoint.params?.parse(params),
    query: endpoint.query?.parse(Object.fromEntries(url.searchParams)),
    body: endpoint.body?.parse(await request.json()),
    ...(form && endpoint.form && parseForm(endpoint.form, form)),
  };
}

function parseForm({ fields, files }: NonNullable<Endpoint["form"]>, form: FormData) {
  const texts = [...form].filter(([, value]) => typeof value === "string");
  const received = Object.keys(files).map((name) => {
    const chosen = form.getAll(name).filter((value) => value instanceof File);
    return [
      name,
      chosen.map((file, index) => ({
        id: `${name}-${index}`,
        name: file.name,
        bytes: file.size,
        type: file.type,
      })),
    ];
  });
  return { fields: fields.parse(Object.fromEntries(texts)), files: Object.fromEntries(received) };
}
