/** Languages of videos and captions that the form offers. */
export const languages = (
  "af am ar as az be bg bn bs ca cs cy da de el en en-GB en-IN en-US es es-419 es-ES et eu fa fi fil fr " +
  "fr-CA ga gl gu he hi hr hu hy id is it ja ka kk km kn ko ky lo lt lv mk ml mn mr ms my ne nl no or " +
  "pa pl ps pt pt-BR pt-PT ro ru si sk sl sq sr sv sw ta te th tr uk ur uz vi zh-CN zh-HK zh-TW zu"
).split(" ");

/** The English name of a language tag. */
export function languageName(tag: string): string {
  return new Intl.DisplayNames(["en"], { type: "language" }).of(tag) ?? tag;
}
