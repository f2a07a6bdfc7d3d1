import type { z } from "zod";

import type { AdapterError } from "#core/adapter-error.ts";

import {
  type HttpClient,
  type Operation,
  parseJson,
  type PlatformRequest,
  type PlatformResponse,
  send,
} from "./http.ts";
import { platformError } from "./platform-error.ts";

/** Sends requests to an API that names the reasons of its refusals. */
export interface ApiClient extends HttpClient {
  /** The error of an unsuccessful response; logs its reason. */
  toError: (operation: Operation, response: PlatformResponse) => AdapterError;
}

/** Sends one request. Throws the platform's error unless the response has one of these statuses. */
export async function request(
  client: ApiClient,
  sent: PlatformRequest,
  ...statuses: readonly number[]
): Promise<PlatformResponse> {
  const response = await send(client, sent);
  if (statuses.includes(response.status)) return response;
  throw client.toError(sent.operation, response);
}

/** The JSON of a response with the status 200 in the given shape. Throws the platform's error of any other response. */
export async function requestJson<S extends z.ZodType>(
  client: ApiClient,
  sent: PlatformRequest,
  shape: S,
): Promise<z.output<S>> {
  return readJson(client, sent, await request(client, sent, 200), shape);
}

/** Like `requestJson`, but null for a response with the status 404. */
export async function requestIfFound<S extends z.ZodType>(
  client: ApiClient,
  sent: PlatformRequest,
  shape: S,
): Promise<z.output<S> | null> {
  const response = await request(client, sent, 200, 404);
  return response.status === 404 ? null : readJson(client, sent, response, shape);
}

/** The JSON of a response in the given shape. Throws `unavailable` if it has another one. */
export function readJson<S extends z.ZodType>(
  { log, addresses }: ApiClient,
  { operation }: PlatformRequest,
  { body }: PlatformResponse,
  shape: S,
): z.output<S> {
  const parsed = shape.safeParse(parseJson(body));
  if (parsed.success) return parsed.data;
  log.warn({ operation }, "Video platform sent a response of unknown shape");
  throw platformError("unavailable", addresses.name);
}

type Authorized<Calls> = {
  [Name in keyof Calls]: Calls[Name] extends (client: never, ...given: infer Given) => infer Result
    ? (access: string, ...given: Given) => Result
    : never;
};

/** Calls that take an access token in place of the client that `open` returns for it. */
export function authorized<
  Client,
  Calls extends Record<string, (client: Client, ...given: never[]) => Promise<unknown>>,
>(open: (access: string) => Client | Promise<Client>, calls: Calls): Authorized<Calls> {
  const taking = Object.entries(calls).map(([name, call]) => [
    name,
    async (access: string, ...given: never[]) => call(await open(access), ...given),
  ]);
  return Object.fromEntries(taking) as Authorized<Calls>;
}
