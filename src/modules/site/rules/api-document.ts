/** The parts of an OpenAPI 3.1 document that the API reference shows. */
export interface ApiDocument {
  paths: Record<string, Record<string, ApiOperation>>;
}

export interface ApiOperation {
  summary?: string;
  description?: string;
  tags?: string[];
  parameters?: { name: string; in: string; required?: boolean; description?: string; schema?: JsonSchema }[];
  requestBody?: { content: Record<string, { schema?: JsonSchema }> };
  responses?: Record<string, { content?: Record<string, { schema?: JsonSchema }> }>;
}

export interface JsonSchema {
  type?: string | string[];
  format?: string;
  const?: unknown;
  enum?: unknown[];
  default?: unknown;
  description?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
  required?: string[];
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  additionalProperties?: JsonSchema | boolean;
}

/** A field of a request or response. */
export interface ApiField {
  /** Dotted, with `[]` for each item of a list: `data.versions[].id`. */
  path: string;
  type: string;
  required: boolean;
  /** Limits and default, as text. */
  notes: string;
}

/** An endpoint of the document with its address. */
export interface ApiEntry {
  /** Unique, usable as a fragment. */
  id: string;
  method: string;
  path: string;
  module: string;
  operation: ApiOperation;
}

/** The endpoints of a document by module, in alphabetical order, those of a module as in the document. */
export function groupByModule({ paths }: ApiDocument): [module: string, entries: ApiEntry[]][] {
  const groups = new Map<string, ApiEntry[]>();
  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      const module = operation.tags?.[0] ?? "server";
      const id = `${method}-${path.replace(/[^a-z0-9]+/gi, "-").replace(/^-|-$/g, "")}`;
      groups.set(module, [
        ...(groups.get(module) ?? []),
        { id, method: method.toUpperCase(), path, module, operation },
      ]);
    }
  }
  return [...groups].sort(([one], [other]) => one.localeCompare(other));
}

/** The fields of a schema, each object followed by its own. */
export function schemaFields(schema: JsonSchema, path = "", required = true): ApiField[] {
  const entry = path === "" ? [] : [{ path, type: typeName(schema), required, notes: schemaNotes(schema) }];
  const alternatives = (schema.anyOf ?? schema.oneOf ?? []).filter(({ type }) => type !== "null");
  if (alternatives.length === 1 && alternatives[0])
    return [...entry, ...schemaFields(alternatives[0], path, required).slice(entry.length)];
  if (schema.items) return [...entry, ...schemaFields(schema.items, `${path}[]`).slice(1)];
  const inner = Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
    schemaFields(property, path === "" ? name : `${path}.${name}`, schema.required?.includes(name) ?? false),
  );
  return [...entry, ...inner];
}

/** The type of a schema in words: `string or null`, `list of objects`. */
export function typeName(schema: JsonSchema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" or ");
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives) return [...new Set(alternatives.map(typeName))].join(" or ");
  if (schema.items) return `list of ${plural(typeName(schema.items))}`;
  const types = [schema.type ?? "any"].flat();
  const format = schema.format === "binary" ? "file" : schema.format;
  return types.map((type) => (type === "string" && format ? format : type)).join(" or ");
}

const plural = (type: string) => (/^[a-z-]+$/.test(type) && type !== "any" ? `${type}s` : type);

function schemaNotes({
  minimum,
  maximum,
  minLength,
  maxLength,
  maxItems,
  default: standard,
  description,
}: JsonSchema): string {
  const isLimit = (value: number | undefined): value is number =>
    value !== undefined && Math.abs(value) < Number.MAX_SAFE_INTEGER;
  return [
    description,
    isLimit(minimum) && `at least ${minimum}`,
    isLimit(maximum) && `at most ${maximum}`,
    isLimit(minLength) && minLength > 1 && `at least ${minLength} characters`,
    isLimit(maxLength) && `at most ${maxLength} characters`,
    isLimit(maxItems) && `at most ${maxItems} items`,
    standard !== undefined && `default ${JSON.stringify(standard)}`,
  ]
    .filter(Boolean)
    .join(", ");
}
