import type { z } from "zod";

import type { Page } from "./page.ts";
import type { Permission } from "./permission.ts";

/**
 * File field of a multipart form: accepted kind, maximum size in bytes, maximum number of files. Larger images than
 * `fitBytes` are accepted and stored in fewer bytes.
 */
export interface FileField {
  kind: "image" | "image-or-video" | "video";
  maxBytes: number | "upload-limit";
  fitBytes?: number;
  maxFiles: number;
}

/** A multipart form: text fields are parsed with `fields`, files are streamed to storage before the action runs. */
export interface Form {
  fields: z.ZodObject;
  files: Record<string, FileField>;
}

/**
 * Declaration of one API call. Paths are relative to `/api/v1` and use `:name` for parameters. Responses have the form
 * `{ data, message }`; `alias` repeats `data` under a second name. Responses to changes also have the realtime messages
 * that the request sent to its user's clients, so that the client that made the change need not wait for them.
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
  alias?: string;
  /** The response is a file of one of these content types instead of JSON: handlers return a `FileContent`. */
  file?: readonly string[];
  /** The response is sent while it is read: its parts are not validated, and async iterables in it become arrays. */
  streamed?: true;
  /** The response is one page of a list: handlers return a `Page`, and `nextCursor` is sent next to `data`. */
  paginated?: true;
}

/** A realtime message in a response. Over the realtime connection it arrives with the same id. */
export interface SentRealtimeMessage {
  id: string;
  name: string;
  payload: unknown;
}

/** A file that an endpoint responds with, to be saved under a name. */
export interface FileContent {
  name: string;
  type: string;
  content: string | Uint8Array;
}

/** Declares an endpoint and keeps its exact types for the server and the typed client. */
export function endpoint<const E extends Endpoint>(declared: E): E {
  return declared;
}

type Parsed<T> = T extends z.ZodType ? z.output<T> : undefined;
type Sent<T> = T extends z.ZodType ? z.input<T> : undefined;

/** Input of a handler after parsing. */
export interface ParsedRequest<E extends Endpoint> {
  params: Parsed<E["params"]>;
  query: Parsed<E["query"]>;
  body: Parsed<E["body"]>;
  fields: E["form"] extends Form ? z.output<E["form"]["fields"]> : undefined;
  files: E["form"] extends Form ? { [K in keyof E["form"]["files"]]: ReceivedFile[] } : undefined;
}

/** A stored file of a form; `id` is the id of the stored file. */
export interface ReceivedFile {
  id: string;
  name: string;
  bytes: number;
  type: string;
}

/** Input of the typed client. */
export type Input<E extends Endpoint> = Clean<{
  params: Sent<E["params"]>;
  query: Sent<E["query"]>;
  body: Sent<E["body"]>;
  form: E["form"] extends Form ? FormInput<E["form"]> : undefined;
}>;

/** Text fields as sent, and files as `Blob`s by field name. */
export interface FormInput<F extends Form> {
  fields: z.input<F["fields"]>;
  files: { [K in keyof F["files"]]?: readonly unknown[] };
}

type Clean<T> = { [K in keyof T as T[K] extends undefined ? never : K]: T[K] };

export type ResponseOf<E extends Endpoint> = z.output<E["response"]>;

/** Result of a handler: the response, a page of it if the endpoint is `paginated`, or a file. */
export type HandlerResult<E extends Endpoint> = E extends { file: readonly string[] }
  ? FileContent
  : E extends { paginated: true }
    ? Page<ResponseOf<E> extends readonly (infer T)[] ? T : never>
    : ResponseOf<E>;
