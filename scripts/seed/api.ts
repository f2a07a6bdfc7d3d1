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

/** The longest wait for one thing: nine films are prepared at once, on a slow machine too. */
const longestMinutes = 10;

/** Repeats a check until it is true; throws the failure after ten minutes. */
export async function untilTrue(failure: string, check: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + longestMinutes * 60_000;
  while (Date.now() < end) {
    if (await check()) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${failure} within ${longestMinutes} minutes.`);
}
