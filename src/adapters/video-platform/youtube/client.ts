import type { z } from "zod";

import type { AdapterError } from "#core/adapter-error.ts";

import {
  headerOf,
  type HttpClient,
  type Operation,
  parseJson,
  type PlatformRequest,
  type PlatformResponse,
  send,
} from "../http.ts";
import { platformError } from "../platform-error.ts";
import type { PlatformAddresses } from "./addresses.ts";
import { readReason, responseError } from "./response-error.ts";

/** Dependencies of every call to YouTube. */
export interface PlatformClient extends HttpClient {
  addresses: PlatformAddresses;
}

/** The JSON of a successful response in the given shape. Throws the platform error of any other response. */
export async function sendForJson<S extends z.ZodType>(
  client: PlatformClient,
  request: PlatformRequest,
  shape: S,
): Promise<z.output<S>> {
  const { operation } = request;
  const response = await send(client, request);
  if (response.status !== 200) throw errorOf(client, operation, response);
  const parsed = shape.safeParse(parseJson(response.body));
  if (parsed.success) return parsed.data;
  client.log.warn({ operation, status: 200 }, "Video platform sent a response of unknown shape");
  throw platformError("unavailable", client.addresses.name);
}

/** The error of an unsuccessful response; logs its reason. */
export function errorOf(
  client: PlatformClient,
  operation: Operation,
  response: PlatformResponse,
): AdapterError {
  const { status, body } = response;
  const error = responseError(
    { operation, status, body, retryAfter: headerOf(response, "retry-after") },
    client.addresses.name,
    new Date(),
  );
  client.log.warn(
    { operation, status, ...readReason(body), code: error.code },
    "Video platform refused the request",
  );
  return error;
}
