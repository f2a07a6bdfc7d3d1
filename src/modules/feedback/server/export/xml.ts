type Attributes = Record<string, string | number>;

/** An XML element whose text has been escaped. Only `element` makes one. */
export interface XmlElement {
  readonly lines: readonly string[];
}

/** An element with attributes and either text or child elements. */
export function element(
  name: string,
  attributes: Attributes = {},
  content: string | number | readonly XmlElement[] = [],
): XmlElement {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escape(value)}"`);
  const start = `<${name}${written.join("")}`;
  if (typeof content !== "object") return { lines: [`${start}>${escape(content, text)}</${name}>`] };
  if (content.length === 0) return { lines: [`${start}/>`] };
  const children = content.flatMap(({ lines }) => lines.map((line) => `  ${line}`));
  return { lines: [`${start}>`, ...children, `</${name}>`] };
}

/** A document with its declaration and document type. */
export function xmlDocument(root: string, { lines }: XmlElement): string {
  return ['<?xml version="1.0" encoding="UTF-8"?>', `<!DOCTYPE ${root}>`, ...lines, ""].join("\n");
}

const text = /[<>&]/g;
/** Parsers replace line breaks and tabs in attributes by spaces unless they are written as references. */
const attribute = /[<>&"'\n\t]/g;
/** Characters outside the production `Char` of XML 1.0, which no escape permits. */
const forbidden = /[^\t\n\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

function escape(value: string | number, special = attribute): string {
  return String(value)
    .replace(/\r\n?/g, "\n")
    .replace(forbidden, "")
    .replace(special, (character) => `&#${character.charCodeAt(0)};`);
}
