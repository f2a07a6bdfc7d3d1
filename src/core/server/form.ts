import type { Readable } from "node:stream";

import type { Multipart, MultipartFile } from "@fastify/multipart";
import type { FastifyRequest } from "fastify";
import { z } from "zod";

import type { FileField, Form, ReceivedFile } from "../endpoint.ts";
import { commonError, type Issue } from "../error.ts";
import type { Actor } from "./context.ts";
import { withIdleTimeout } from "./idle-timeout.ts";

/** A file of a form that is about to be sent. */
export interface IncomingFile {
  name: string;
  type: string;
  stream: Readable;
  /** Bytes that the whole form still has to bring, this file's included; 0 when its sender has not said. */
  toCome: number;
}

/** Streams one file of a form into storage and says what arrived. Refuses by the field's kind and size. */
export type ReceiveFile = (actor: Actor, field: FileField, file: IncomingFile) => Promise<ReceivedFile>;

type Receive = (field: FileField, part: MultipartFile) => Promise<ReceivedFile>;

interface ReadForm {
  fields: Record<string, unknown>;
  files: Record<string, ReceivedFile[]>;
}

/**
 * Reads a multipart form. Text fields are checked as soon as the first file begins (and `admit` is asked), so that a
 * refusal costs no gigabytes; where a file comes before its fields they are checked at the end.
 */
export async function readForm(
  request: FastifyRequest,
  form: Form,
  receive: ReceiveFile,
  admit: (fields: Record<string, unknown>) => Promise<void>,
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
    return receive(actor, field, { name, type, stream, toCome: bytesToCome(request, files) });
  };
  let admitted = false;
  const takePart = async (part: Multipart): Promise<void> => {
    if (part.type === "field") {
      texts[part.fieldname] = typeof part.value === "string" ? withPlainLineEnds(part.value) : part.value;
      return;
    }
    refuseNul(texts);
    const early = form.fields.safeParse(texts);
    if (early.success && !admitted) {
      await admit(early.data);
      admitted = true;
    }
    await receivePart(part, form, receiveNext, files);
  };
  await withIdleTimeout(request.raw, async () => {
    for await (const part of partsOf(request)) await takePart(part);
  });
  const fields = parseFields(form, texts);
  if (!admitted) await admit(fields);
  return { fields, files };
}

/** The form's parts. Refuses text that is no form: without a boundary, or cut off before its end. */
async function* partsOf(request: FastifyRequest): AsyncGenerator<Multipart> {
  try {
    yield* request.parts();
  } catch (error) {
    // The limits of the parser carry a status of their own.
    if (error instanceof Error && "statusCode" in error) throw error;
    throw commonError("invalid_input", { message: "The form can't be read to its end. Send it again." });
  }
}

/** Browsers send every line end of a form field as CR LF (HTML standard, "multipart/form-data"). */
function withPlainLineEnds(text: string): string {
  return text.replaceAll("\r\n", "\n");
}

/** PostgreSQL stores no NUL character; refused here once for every text of every call. */
export function refuseNul(input: unknown): void {
  if (holdsNul(input)) {
    throw commonError("invalid_input", {
      message: "A text holds a character that can't be stored. Type it anew.",
    });
  }
}

function holdsNul(input: unknown): boolean {
  if (typeof input === "string") return input.includes("\0");
  return typeof input === "object" && input !== null && Object.values(input).some(holdsNul);
}

function bytesToCome(request: FastifyRequest, files: Record<string, ReceivedFile[]>): number {
  const announced = Number(request.headers["content-length"] ?? 0);
  const arrived = Object.values(files).flat();
  return Math.max(
    0,
    arrived.reduce((left, { bytes }) => left - bytes, announced),
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
  if (received.length >= field.most) {
    const message = field.most === 1 ? `Send one file as ${part.fieldname}.` : tooMany(field.most);
    throw commonError("invalid_input", { message });
  }
  received.push(await receive(field, part));
}

function tooMany(most: number): string {
  return `Send at most ${most} files at a time.`;
}

function parseFields(form: Form, texts: Record<string, unknown>): Record<string, unknown> {
  refuseNul(texts);
  const parsed = form.fields.safeParse(texts);
  if (parsed.success) return parsed.data;
  throw invalid(parsed.error);
}

/** A 422 that names every field with a problem; its message is the first problem. */
export function invalid(error: z.ZodError): Error {
  const issues = error.issues.map((issue): Issue => ({ path: issue.path.join("."), message: issue.message }));
  const first = issues[0];
  return commonError("invalid_input", first ? { message: first.message, issues } : {});
}
