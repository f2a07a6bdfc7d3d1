import type { Readable } from "node:stream";

import type { Multipart, MultipartFile } from "@fastify/multipart";
import type { FastifyRequest } from "fastify";
import { z } from "zod";

import type { FileField, Form, ReceivedFile } from "../endpoint.ts";
import { commonError, type Issue } from "../error.ts";
import type { Actor } from "./context.ts";
import { rejectInvalidValues } from "./request-values.ts";

/** A file of a form that is about to be sent. */
export interface IncomingFile {
  name: string;
  type: string;
  stream: Readable;
  /** Remaining bytes of the whole form, including this file; null when the client sent no content length. */
  remainingBytes: number | null;
  /** The user in whose storage the file counts; null for none. */
  countsFor: number | null;
}

/** Checks of a form before its files are received. By default files count for the actor. */
export interface Admission {
  /** The user in whose storage the files count; null for none. */
  filesCountFor: number | null;
}

/** Streams one file of a form into storage. Rejects files of the wrong type or above the field's size limit. */
export type ReceiveFile = (actor: Actor, field: FileField, file: IncomingFile) => Promise<ReceivedFile>;

type Receive = (field: FileField, part: MultipartFile) => Promise<ReceivedFile>;

interface ReadForm {
  fields: Record<string, unknown>;
  files: Record<string, ReceivedFile[]>;
}

/**
 * Reads a multipart form. Text fields are validated, and `admit` is called, when the first file starts, so that invalid
 * requests are rejected before the upload. If a file precedes its fields, they are validated at the end.
 */
export async function readForm(
  request: FastifyRequest,
  form: Form,
  receive: ReceiveFile,
  admit: (fields: Record<string, unknown>) => Promise<Admission | undefined>,
): Promise<ReadForm> {
  if (!request.isMultipart()) {
    throw commonError("invalid_input", { message: "Send this as multipart/form-data." });
  }
  const actor = request.actor;
  if (!actor) throw commonError("unauthenticated");
  const texts: Record<string, unknown> = {};
  const files = Object.fromEntries(
    Object.keys(form.files).map((name): [string, ReceivedFile[]] => [name, []]),
  );
  const receiveNext: Receive = (field, part) => {
    const { filename: name, mimetype: type, file: stream } = part;
    const countsFor = admission ? admission.filesCountFor : actor.id;
    return receive(actor, field, {
      name,
      type,
      stream,
      countsFor,
      remainingBytes: remainingBytes(request, files),
    });
  };
  let admitted = false;
  let admission: Admission | undefined;
  const takePart = async (part: Multipart): Promise<void> => {
    if (part.type === "field") {
      texts[part.fieldname] = typeof part.value === "string" ? withPlainLineEnds(part.value) : part.value;
      return;
    }
    rejectInvalidValues(texts);
    const early = form.fields.safeParse(texts);
    if (early.success && !admitted) {
      admission = await admit(early.data);
      admitted = true;
    }
    await receivePart(part, form, receiveNext, files);
  };
  for await (const part of multipartParts(request)) await takePart(part);
  const fields = parseFields(form, texts);
  if (!admitted) await admit(fields);
  return { fields, files };
}

/** Parts of the form. Rejects a body that is not a multipart form or ends early. */
async function* multipartParts(request: FastifyRequest): AsyncGenerator<Multipart> {
  try {
    yield* request.parts();
  } catch (error) {
    // Errors of the parser's own limits already carry a status.
    if (error instanceof Error && "statusCode" in error) throw error;
    throw commonError("invalid_input", { message: "The form is incomplete. Send it again." });
  }
}

/** Browsers send every line end of a form field as CR LF (HTML standard, "multipart/form-data"). */
function withPlainLineEnds(text: string): string {
  return text.replaceAll("\r\n", "\n");
}

function remainingBytes(request: FastifyRequest, files: Record<string, ReceivedFile[]>): number | null {
  const length = request.headers["content-length"];
  if (length === undefined) return null;
  const received = Object.values(files).flat();
  return Math.max(
    0,
    received.reduce((left, { bytes }) => left - bytes, Number(length)),
  );
}

async function receivePart(
  part: MultipartFile,
  form: Form,
  receive: Receive,
  files: Record<string, ReceivedFile[]>,
): Promise<void> {
  const field = form.files[part.fieldname];
  const received = files[part.fieldname];
  if (!field || !received || (part.filename === "" && part.mimetype === "application/octet-stream")) {
    part.file.resume();
    return;
  }
  if (received.length >= field.maxFiles) {
    const message = field.maxFiles === 1 ? `Send one file as ${part.fieldname}.` : tooMany(field.maxFiles);
    throw commonError("invalid_input", { message });
  }
  received.push(await receive(field, part));
}

function tooMany(maxFiles: number): string {
  return `Send at most ${maxFiles} files.`;
}

function parseFields(form: Form, texts: Record<string, unknown>): Record<string, unknown> {
  rejectInvalidValues(texts);
  const parsed = form.fields.safeParse(texts);
  if (parsed.success) return parsed.data;
  throw invalid(parsed.error);
}

/** A 422 error that lists every invalid field; its message is the first one's. */
export function invalid(error: z.ZodError): Error {
  const issues = error.issues.map((issue): Issue => ({ path: issue.path.join("."), message: issue.message }));
  const first = issues[0];
  return commonError("invalid_input", first ? { message: first.message, issues } : {});
}
