import { isDeepStrictEqual } from "node:util";

import {
  defaultSignInOptions,
  type SignInOptions,
  signInOptionsName,
} from "#modules/sign-in/rules/sign-in-options.ts";
import { isPublicPath, publicPages } from "#modules/site/rules/public-pages.ts";

/** Marks the place of the metadata in the built page. */
export const metadataMarker = "<!--page-metadata-->";

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escapeHtml = (text: string) => text.replaceAll(/[&<>"]/g, (character) => escapes[character] ?? "");

/**
 * The HTML of title, description, canonical URL and Open Graph tags of the page at `path`. Pages for signed-in users
 * and unknown paths have no canonical URL and are not indexed by search engines. Options of sign-in other than the default ones are stated too.
 */
export function pageMetadata(path: string, appUrl: string, options: SignInOptions): string {
  const listed = isPublicPath(path);
  const canonicalPath = listed ? path : "/";
  const { title, description } = publicPages[canonicalPath];
  const image = `${appUrl}/og.png`;
  const properties: [property: string, content: string][] = [
    ["og:type", "website"],
    ["og:site_name", "Reelay"],
    ["og:title", title],
    ["og:description", description],
    ["og:url", `${appUrl}${canonicalPath}`],
    ["og:image", image],
    ["og:image:width", "1200"],
    ["og:image:height", "630"],
    ["og:image:alt", "Reelay: upload once, review, publish"],
  ];
  const names: [name: string, content: string][] = [
    ["description", description],
    ["twitter:card", "summary_large_image"],
    ["twitter:image", image],
    ...(listed ? [] : [["robots", "noindex"] as [string, string]]),
    ...(isDeepStrictEqual(options, defaultSignInOptions)
      ? []
      : [[signInOptionsName, JSON.stringify(options)] as [string, string]]),
  ];
  return [
    `<title>${escapeHtml(listed ? title : "Reelay")}</title>`,
    ...(listed ? [`<link rel="canonical" href="${escapeHtml(appUrl + path)}" />`] : []),
    ...names.map(([name, content]) => `<meta name="${name}" content="${escapeHtml(content)}" />`),
    ...properties.map(
      ([property, content]) => `<meta property="${property}" content="${escapeHtml(content)}" />`,
    ),
  ].join("\n    ");
}
