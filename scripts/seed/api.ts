import type { Endpoint, Input, ResponseOf } from "#core/endpoint.ts";
import type { Client } from "#testing/client.ts";

export const file = (bytes: Buffer, name: string, type: string) =>
  new File([new Uint8Array(bytes)], name, { type });

/** Calls an endpoint and throws the server's error message if it fails. */
export async function callOrThrow<E extends Endpoint>(
  client: Client,
  endpoint: E,
  input: Input<E>,
): Promise<ResponseOf<E>> {
  const answer = await client.call(endpoint, input);
  if (answer.status >= 300) throw new Error(`${endpoint.method} ${endpoint.path}: ${answer.message}`);
  return answer.data;
}
