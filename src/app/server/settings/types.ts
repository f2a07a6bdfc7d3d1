import { basename, isAbsolute } from "node:path";

import { z } from "zod";

import { normalizeEmail } from "#modules/sign-in/rules/email-address.ts";
import { parseSocialLink } from "#modules/site/contract/site.ts";
import type { Contact } from "#modules/site/rules/contact.ts";

const blankIsAbsent = (value: unknown) =>
  typeof value === "string" && value.trim() === "" ? undefined : value;

/** A setting that may be absent or empty. */
export const optional = <T extends z.ZodType>(inner: T) => z.preprocess(blankIsAbsent, inner.optional());

/** A setting that is `value` if absent or empty. */
export const withDefault = <T extends z.ZodType>(inner: T, value: string) =>
  z.preprocess((given) => blankIsAbsent(given) ?? value, inner);

export const port = (name: string) =>
  z.coerce
    .number(`${name} must be a port number, such as 3000.`)
    .int(`${name} must be a whole number.`)
    .min(1, `${name} must be between 1 and 65535.`)
    .max(65535, `${name} must be between 1 and 65535.`);

/** A whole number of `unit` between `min` and `max`. */
export const count = (
  name: string,
  min: number,
  { unit, max = 2_147_483_647 }: { unit?: string; max?: number } = {},
) => {
  const of = unit === undefined ? "" : ` of ${unit}`;
  return z.coerce
    .number(`${name} must be a number${of}.`)
    .int(`${name} must be a whole number${of}.`)
    .min(min, `${name} must be at least ${min}.`)
    .max(max, `${name} must be at most ${max}.`);
};

/** The URL in `text`; null if it has no host or another protocol, or a query, fragment, user name or password. */
function plainUrl(text: string, protocols = /^https?:$/): URL | null {
  const url = URL.parse(text);
  const extra = url && (/[?#]/.test(text) || url.username !== "" || url.password !== "");
  return url && protocols.test(url.protocol) && url.hostname !== "" && !extra ? url : null;
}

/** An address without path and query: its origin. */
export const origin = (name: string) =>
  z
    .string()
    .refine(
      (text) => plainUrl(text)?.pathname.replace(/\/+/, "") === "",
      `${name} must be an address such as https://reelay.example, without a path or query.`,
    )
    .transform((text) => new URL(text).origin);

/** An address that may have a path. */
export const webAddress = (name: string) =>
  z
    .string()
    .refine(
      (text) => plainUrl(text) !== null,
      `${name} must be an address such as https://reelay.example, without a query.`,
    )
    .transform((text) => text.replace(/\/+$/, ""));

/** The issuer of an OpenID Connect provider, exactly as its discovery document states it. Tests run one on this machine. */
export const issuer = (name: string) =>
  z.string().refine((text) => {
    const url = plainUrl(text);
    return url && (url.protocol === "https:" || /^(localhost|127\.[\d.]+|\[::1\])$/.test(url.hostname));
  }, `${name} must be an https address without a query, such as https://id.example/realms/studio.`);

/** The URL of a server with a user name and password, which must be encoded. `host` is required unless a socket is possible. */
export const serverUrl = (name: string, schemes: readonly string[], { host }: { host: boolean }) =>
  z
    .string()
    .regex(
      new RegExp(`^(${schemes.join("|")})://`),
      `${name} must begin with ${schemes.map((scheme) => `${scheme}://`).join(" or ")}.`,
    )
    .refine(
      (text) => isServerUrl(text, host),
      `${name} is not a valid URL. Special characters in the user name and password must be URL-encoded, such as %23 for #, %2F for / and %40 for @.`,
    );

function isServerUrl(text: string, needsHost: boolean): boolean {
  const url = URL.parse(text);
  if (!url || (needsHost && url.hostname === "")) return false;
  // An unencoded #, / or ? in a password ends the host before its @.
  const { username, password, pathname, search, hash } = url;
  return (
    hash === "" && !`${pathname}${search}`.includes("@") && isDecodable(`${username}${password}${pathname}`)
  );
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** A sender, as in `Reelay <mail@reelay.example>`. Its domain may be a host name of the own network. */
export const sender = (name: string) =>
  z.string().refine((text) => {
    const parts = /^\s*(?:(?:"[^"]*"|[^"<>,;:@]*)\s*<([^<>\s]+)>|([^<>\s]+))\s*$/.exec(text);
    const address = parts?.[1] ?? parts?.[2] ?? "";
    return normalizeEmail(address) !== null || normalizeEmail(`${address}.example`) !== null;
  }, `${name} must be an email address, such as Reelay <reelay@studio.example>. A name with commas needs quotes.`);

/** The name of a bucket, as object stores accept it. */
export const bucket = (name: string) =>
  z
    .string()
    .regex(
      /^[A-Za-z\d][\w.-]{1,61}[A-Za-z\d]$/,
      `${name} must be the name of a bucket, such as reelay-videos.`,
    );

export const ipAddress = (name: string) =>
  z.union([z.ipv4(), z.ipv6()], `${name} must be an address of this machine, such as 127.0.0.1.`);

export const flag = (name: string) =>
  z.enum(["true", "false"], `${name} must be true or false.`).transform((value) => value === "true");

/** `Name=https://…`, separated by commas. */
export const socialLinks = z.string().transform((text, context) => {
  const links: Contact["social"] = [];
  for (const entry of text.split(",").filter((entry) => entry.trim() !== "")) {
    const link = parseSocialLink(entry);
    if (link) links.push(link);
    else
      context.addIssue({
        code: "custom",
        message: `SOCIAL_LINKS must look like YouTube=https://www.youtube.com/@you, Forum=https://forum.example. "${entry.trim()}" does not.`,
      });
  }
  return links;
});

const sizeUnits = ["B", "KB", "MB", "GB", "TB"];

/** A number of bytes such as `50GB`, in decimal units. */
export const size = (name: string) =>
  z
    .string()
    .regex(/^\d+(\.\d+)? ?([KMGT]?B)$/i, `${name} must be a size such as 50GB.`)
    .transform((text) => {
      const unit = sizeUnits.indexOf(text.replace(/[\d. ]/g, "").toUpperCase());
      return Math.round(Number.parseFloat(text) * 1000 ** unit);
    })
    .refine((bytes) => Number.isSafeInteger(bytes), `${name} must be at most 9000TB.`);

/** Domains of email addresses with commas in between, in the spelling of stored addresses. */
export const domains = (name: string) =>
  emailList(`${name} must be comma-separated domains, such as studio.example.`, (entry) =>
    entry.includes("@", 1) ? null : normalizeEmail(`any@${entry.replace(/^@/, "")}`),
  ).transform((addresses) => addresses.map((address) => address.slice("any@".length)));

/** Email addresses with commas in between, in the spelling of stored addresses. */
export const emails = (name: string) =>
  emailList(`${name} must be comma-separated email addresses, such as you@reelay.example.`, normalizeEmail);

const emailList = (refusal: string, normalize: (entry: string) => string | null) =>
  z.string().transform((text, context) => {
    const entries = text.split(",").flatMap((entry) => entry.trim() || []);
    const normalized = entries.flatMap((entry) => normalize(entry) ?? []);
    if (normalized.length < entries.length) context.addIssue({ code: "custom", message: refusal });
    return normalized;
  });

/** One email address. */
export const email = (name: string) =>
  z.string().refine((text) => normalizeEmail(text) !== null, `${name} must be an email address.`);

/**
 * Number of trusted proxies. Entries of `X-Forwarded-For` further left are ignored, since a client can forge
 * them.
 */
export const proxies = z
  .string()
  .regex(
    /^(true|false|[1-9])$/,
    "TRUST_PROXY must be true, false, or the number of proxies in a row (1 to 9).",
  )
  .transform((value) => (value === "true" ? 1 : value === "false" ? 0 : Number(value)));

/** Absolute paths with commas in between. Creators see their last parts, which must differ. */
export const folders = z
  .string()
  .transform((value) => value.split(",").flatMap((path) => path.trim().replace(/(?<=.)\/+$/, "") || []))
  .refine(
    (paths) => paths.every((path) => isAbsolute(path) && basename(path) !== ""),
    "PUBLISH_FOLDERS must be comma-separated absolute paths, such as /srv/videos.",
  )
  .refine(
    (paths) => new Set(paths.map((path) => basename(path))).size === paths.length,
    "The folders in PUBLISH_FOLDERS must have different names.",
  );
