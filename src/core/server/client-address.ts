import type { IncomingMessage } from "node:http";
import { isIPv4, isIPv6 } from "node:net";

/** Groups of 16 bits that name the network of an IPv6 client. A household or server gets at least a /64 (RFC 6177). */
const networkGroups = 4;

/** An entry of `X-Forwarded-For` without the port that some gateways append: `203.0.113.7:50412`, `[2001:db8::1]:443`. */
export function withoutPort(address: string): string {
  const trimmed = address.trim();
  const inBrackets = /^\[([^\]]+)\](?::\d+)?$/.exec(trimmed)?.[1];
  if (inBrackets !== undefined) return inBrackets;
  const v4 = /^([\d.]+):\d+$/.exec(trimmed)?.[1];
  return v4 !== undefined && isIPv4(v4) ? v4 : trimmed;
}

/** The address of a client behind a number of trusted proxies: what the outermost of them saw. */
export function clientAddress({ headers, socket }: IncomingMessage, trustedProxies: number): string {
  const forwarded = String(headers["x-forwarded-for"] ?? "").split(",");
  const addresses = forwarded.map(withoutPort).filter((address) => address !== "");
  return (
    (trustedProxies > 0 && addresses.at(-Math.min(trustedProxies, addresses.length))) ||
    (socket.remoteAddress ?? "")
  );
}

/**
 * The network of a client, to which rate limits apply: an IPv4 address itself, and the first 64 bits of an IPv6 address, since
 * one client can use any address of its /64. Anything else is returned as it is.
 */
export function addressNetwork(address: string): string {
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1];
  if (mapped !== undefined && isIPv4(mapped)) return mapped;
  const [unscoped = ""] = address.split("%");
  if (!isIPv6(unscoped)) return address;
  return `${expandGroups(unscoped).slice(0, networkGroups).join(":")}::/64`;
}

/**
 * The /48 that contains an IPv6 network of `addressNetwork`: what one site gets at most (RFC 6177). An IPv4 address is its own. Limits of
 * it are higher than those of a network, because several households may share it.
 */
export function networkSite(network: string): string {
  return network.replace(/^((?:[\da-f]+:){3})[\da-f]+::\/64$/, "$1:/48");
}

/** The groups of an IPv6 address that come before an embedded IPv4 address, in their shortest form. */
function expandGroups(address: string): string[] {
  const [head = "", right] = address.split("::");
  const addressGroups = (part: string) => part.split(":").filter((group) => group !== "");
  const [before, behind] = [addressGroups(head), addressGroups(right ?? "")];
  const length = address.includes(".") ? 7 : 8;
  const missing = right === undefined ? 0 : length - before.length - behind.length;
  const zeros = Array.from({ length: missing }, () => "0");
  return [...before, ...zeros, ...behind].map((group) => group.toLowerCase().replace(/^0+(?=.)/, ""));
}
