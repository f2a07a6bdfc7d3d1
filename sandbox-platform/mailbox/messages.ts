import { randomUUID } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";

import PostalMime, { type Address, type Attachment } from "postal-mime";
import { z } from "zod";

export interface Message {
  id: string;
  receivedAt: string;
  from: string;
  to: string[];
  subject: string;
  text: string;
  /** The HTML part with its images inlined; absent without one. */
  html: string | undefined;
  attachments: { name: string; type: string; bytes: number }[];
}

const rowSchema = z.object({
  id: z.string(),
  received_at: z.string(),
  raw: z.instanceof(Uint8Array),
});

function presentAddresses(addresses: readonly Address[] | undefined): string[] {
  return (addresses ?? [])
    .flatMap((entry) => (entry.group ? entry.group : [entry]))
    .map(({ address }) => address ?? "");
}

function attachmentBytes({ content }: Attachment): Buffer {
  return typeof content === "string" ? Buffer.from(content, "base64") : Buffer.from(new Uint8Array(content));
}

/** Inlines the images that the HTML references by content id. */
function inlinePictures(markup: string, attachments: readonly Attachment[]): string {
  return attachments.reduce((text, attachment) => {
    const id = attachment.contentId?.replace(/^<|>$/g, "");
    if (id === undefined || !attachment.mimeType.startsWith("image/")) return text;
    return text.replaceAll(
      `cid:${id}`,
      `data:${attachment.mimeType};base64,${attachmentBytes(attachment).toString("base64")}`,
    );
  }, markup);
}

async function readMessage(row: unknown): Promise<Message> {
  const { id, received_at, raw } = rowSchema.parse(row);
  const email = await PostalMime.parse(raw);
  return {
    id,
    receivedAt: received_at,
    from: presentAddresses(email.from ? [email.from] : [])[0] ?? "",
    to: [...presentAddresses(email.to), ...presentAddresses(email.cc), ...presentAddresses(email.bcc)],
    subject: email.subject ?? "",
    text: email.text ?? "",
    html: email.html === undefined ? undefined : inlinePictures(email.html, email.attachments),
    attachments: email.attachments.map((attachment) => ({
      name: attachment.filename ?? "unnamed",
      type: attachment.mimeType,
      bytes: attachmentBytes(attachment).length,
    })),
  };
}

export type Messages = ReturnType<typeof createMessages>;

/** The emails that the application sent, stored unchanged. */
export function createMessages(db: DatabaseSync) {
  const insert = db.prepare("INSERT INTO messages (id, received_at, raw) VALUES (?, ?, ?)");
  const one = db.prepare("SELECT id, received_at, raw FROM messages WHERE id = ?");
  const every = db.prepare("SELECT id, received_at, raw FROM messages ORDER BY number DESC LIMIT ?");
  return {
    /** Stores a raw RFC 822 message and returns its id. */
    store(raw: Buffer): string {
      const id = randomUUID();
      insert.run(id, new Date().toISOString(), raw);
      return id;
    },
    async find(id: string): Promise<Message | undefined> {
      const row = one.get(id);
      return row && readMessage(row);
    },
    /** Newest first. */
    newest: (limit: number): Promise<Message[]> => Promise.all(every.all(limit).map(readMessage)),
  };
}
