import { Agent, request } from "undici";
import webPush from "web-push";

import { AdapterError } from "#core/adapter-error.ts";
import { hasPrivateAddress, lookupPublic, PrivateAddressError } from "#core/server/public-address.ts";

import type { Push, PushMessage } from "./push.ts";

interface WebPushParts {
  /** Contact of the operator for push services: a `mailto:` or `https:` URL (RFC 8292, section 2.1). */
  subject: string;
  /** For tests: also sends to endpoints in the server's own network and without TLS. */
  allowPrivateEndpoints?: boolean;
}

const timeoutMilliseconds = 10_000;
/** Seconds that the push service keeps a message for a browser that is offline. */
const keepSeconds = 24 * 60 * 60;

/** Sends messages over the Web Push protocol (RFC 8030, 8291 and 8292). */
export function createWebPush({ subject, allowPrivateEndpoints = false }: WebPushParts): Push {
  const agent = new Agent({
    connect: { timeout: timeoutMilliseconds, ...(!allowPrivateEndpoints && { lookup: lookupPublic }) },
    headersTimeout: timeoutMilliseconds,
    bodyTimeout: timeoutMilliseconds,
  });
  return {
    createKeys: () => webPush.generateVAPIDKeys(),
    send: async (message) => {
      const url = new URL(message.subscription.endpoint);
      if (!allowPrivateEndpoints && (url.protocol !== "https:" || hasPrivateAddress(url))) {
        throw gone(`${url.origin} is not a public https address`);
      }
      const { headers, body } = encrypt(message, subject);
      const { signal = null } = message;
      const options = { dispatcher: agent, method: "POST", headers, body, signal } as const;
      const response = await request(url, options).catch((error: unknown) => {
        throw asAdapterError(error);
      });
      await response.body.dump();
      checkStatus(response.statusCode);
    },
    close: () => agent.close(),
  };
}

function encrypt({ subscription, keys, payload, topic }: PushMessage, subject: string) {
  const { endpoint, p256dh, auth } = subscription;
  try {
    const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
      vapidDetails: { subject, ...keys },
      TTL: keepSeconds,
      topic,
      urgency: "normal",
      contentEncoding: "aes128gcm",
    });
    const texts = Object.entries(headers).map(([name, value]) => [name, String(value)]);
    return { headers: Object.fromEntries(texts), body };
  } catch (error) {
    throw gone(`its keys are invalid: ${String(error)}`, error);
  }
}

/** RFC 8030, section 5, and the replies of push services. */
function checkStatus(status: number): void {
  if (status >= 200 && status < 300) return;
  if (status === 404 || status === 410) throw gone(`status ${status}`);
  const busy = status === 429 || status >= 500;
  const message = `The push service ${busy ? "is temporarily unavailable" : "rejected the message"}: status ${status}`;
  throw new AdapterError({
    kind: busy ? "retry" : "permanent",
    code: busy ? "push_service_busy" : "push_refused",
    message,
  });
}

function gone(detail: string, cause?: unknown): AdapterError {
  const message = `The push subscription can't be used: ${detail}`;
  return new AdapterError({ kind: "permanent", code: "push_subscription_gone", message, cause });
}

function asAdapterError(error: unknown): AdapterError {
  if (error instanceof PrivateAddressError) return gone(error.message, error);
  const message = `The push service is unreachable: ${String(error)}`;
  return new AdapterError({ kind: "retry", code: "push_service_away", message, cause: error });
}
