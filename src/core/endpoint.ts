import type { z } from "zod";

import type { Page } from "./page.ts";
import type { Permission } from "./permission.ts";

/** One file field of a multipart form: what it accepts, how large (bytes) and how many at most. */
export interface FileField {
  kind: "image" | "image-or-video" | "video";
  maxBytes: number | "upload-limit";
  most: number;
}

/** A multipart form: text fields parsed by `fields`, file fields streamed to storage before the action runs. */
export interface Form {
  fields: z.ZodObject;
  files: Record<string, FileField>;
}

/**
 * The only description of one call on the wire. Paths are below `/api/v1` and use `:name` for parameters.
 * Replies travel as `{ data, message }` (specification, section 7); `also` repeats `data` under a second name
 * where the specification gives one.
 */
export interface Endpoint {
  method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  path: `/${string}`;
  permission: Permission;
  summary: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodObject;
  form?: Form;
  response: z.ZodType;
  message: string;
  also?: string;
  /** The reply is a list and one page of it: handlers give a `Page`, `nextCursor` travels beside `data`. */
  paginated?: true;
}

/** Declares an endpoint, keeping its exact types for the server binder and the browser client. */
export function endpoint<const E extends Endpoint>(declared: E): E {
  return declared;
}

type Parsed<T> = T extends z.ZodType ? z.output<T> : undefined;
type Sent<T> = T extends z.ZodType ? z.input<T> : undefined;

/** What a handler receives after parsing. */
export interface ParsedRequest<E extends Endpoint> {
  params: Parsed<E["params"]>;
  query: Parsed<E["query"]>;
  body: Parsed<E["body"]>;
  fields: E["form"] extends Form ? z.output<E["form"]["fields"]> : undefined;
  files: E["form"] extends Form ? { [K in keyof E["form"]["files"]]: ReceivedFile[] } : undefined;
}

/** A file of a form, already stored; `id` is the stored file's id, `bytes` its size. */
export interface ReceivedFile {
  id: string;
  name: string;
  bytes: number;
  type: string;
}

/** What a caller sends; `form` is built by the browser. */
export type Input<E extends Endpoint> = Clean<{
  params: Sent<E["params"]>;
  query: Sent<E["query"]>;
  body: Sent<E["body"]>;
  form: E["form"] extends Form ? FormInput<E["form"]> : undefined;
}>;

/** Text fields as sent, and files as the runtime's `Blob`s under their field names. */
export interface FormInput<F extends Form> {
  fields: z.input<F["fields"]>;
  files: { [K in keyof F["files"]]?: readonly unknown[] };
}

type Clean<T> = { [K in keyof T as T[K] extends undefined ? never : K]: T[K] };

export type ResponseOf<E extends Endpoint> = z.output<E["response"]>;

/** What a handler gives back: the reply, or a page of it where the endpoint is `paged`. */
export type HandlerResult<E extends Endpoint> = E extends { paginated: true }
  ? Page<ResponseOf<E> extends readonly (infer T)[] ? T : never>
  : ResponseOf<E>;
