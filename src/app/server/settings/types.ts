import { basename, isAbsolute } from "node:path";

import { z } from "zod";

import { parseSocialLink } from "#modules/site/contract.ts";
import type { Contact } from "#modules/site/rules.ts";

const blankIsAbsent = (value: unknown) => (value === "" ? undefined : value);

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

/** A whole number of `unit` of at least `min`. */
export const count = (name: string, min: number, unit?: string) => {
  const of = unit === undefined ? "" : ` of ${unit}`;
  return z.coerce
    .number(`${name} must be a number${of}.`)
    .int(`${name} must be a whole number${of}.`)
    .min(min, `${name} must be at least ${min}.`);
};

export const webAddress = (name: string) =>
  z
    .url({ protocol: /^https?$/, error: `${name} must be an address such as https://reelay.example.` })
    .transform((url) => url.replace(/\/+$/, ""));

/** The issuer of an OpenID Connect provider, exactly as its discovery document states it. */
export const issuer = (name: string) =>
  z.url({
    protocol: /^https?$/,
    error: `${name} must be an address such as https://id.example/realms/studio.`,
  });

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
    });

/** Domains of email addresses with commas in between, in lower case. */
export const domains = (name: string) =>
  z
    .string()
    .transform((text) =>
      text.split(",").flatMap((entry) => entry.trim().toLowerCase().replace(/^@/, "") || []),
    )
    .pipe(
      z.array(
        z
          .string()
          .regex(
            /^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z][a-z\d-]*[a-z\d]$/,
            `${name} must be domains with commas in between, such as studio.example.`,
          ),
      ),
    );

/** Email addresses with commas in between, in lower case. */
export const emails = (name: string) =>
  z
    .string()
    .transform((text) => text.split(",").flatMap((entry) => entry.trim().toLowerCase() || []))
    .pipe(
      z.array(z.email(`${name} must be email addresses with commas in between, such as you@reelay.example.`)),
    );

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
    "PUBLISH_FOLDERS must be absolute paths such as /srv/videos, with commas in between.",
  )
  .refine(
    (paths) => new Set(paths.map((path) => basename(path))).size === paths.length,
    "The folders in PUBLISH_FOLDERS must have different names.",
  );
