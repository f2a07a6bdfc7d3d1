import type { Endpoint } from "#core/endpoint.ts";

const comment = {
  id: "00000000-0000-4000-8000-000000000000",
  text: "Shorter, please.",
  inFrame: 0,
  outFrame: 0,
  resolved: true,
  done: true,
  emoji: "👍",
  active: true,
  mayComment: true,
  deliveryId: "00000000-0000-4000-8000-000000000000",
  destinationIds: ["00000000-0000-4000-8000-000000000000"],
  files: [{ path: "C0001.MP4", bytes: 1, lastModified: 0 }],
  folders: [{ deliveredBy: null, folder: "" }],
};
export const someUuid = comment.id;
const inRoom = {
  participant: someUuid,
  number: 1,
  follows: true,
  buffers: false,
  roundTrip: 20,
  command: { kind: "change", change: { playing: true } },
  signal: { kind: "frame", version: 1, frame: 1 },
  frame: 0,
};

/** A minimal valid query for the task or the creator's channel. */
export function queryNaming(
  endpoint: Endpoint,
  { id, channel }: { id: number; channel: number },
): Record<string, number | string> {
  const known: Record<string, number | string> = {
    taskId: id,
    channel,
    version: 1,
    after: 0,
    format: "csv",
    query: "an",
  };
  const names = Object.keys(endpoint.query?.shape ?? {}).filter((name) => name in known);
  return Object.fromEntries(names.map((name) => [name, known[name] ?? 0]));
}

/** A minimal valid body for the task or the creator's channel; forms contain only text fields. */
export function bodyNaming(
  endpoint: Endpoint,
  { id, channel }: { id: number; channel: number },
): { payload?: string; headers: Record<string, string> } {
  const known: Record<string, unknown> = {
    taskId: id,
    version: 1,
    stars: 5,
    feedback: "Shorter, please.",
    code: "a-code",
    fileName: "cut.mp4",
    bytes: 1000,
    type: "video/mp4",
    fingerprint: "cut.mp4:1000:0",
    language: "en",
    reason: "No time.",
    quotaBytes: 1_000_000_000,
    username: "nobody of this name",
    label: "Thumbnail",
    rights: ["upload", "attach"],
    specification: {},
    content: "WEBVTT\n\n00:01.000 --> 00:02.000\nRain",
    ...inRoom,
    ...comment,
  };
  if (endpoint.body) {
    const fields = Object.keys(endpoint.body.shape).filter((name) => name in known);
    return {
      payload: JSON.stringify(Object.fromEntries(fields.map((name) => [name, known[name]]))),
      headers: { "content-type": "application/json" },
    };
  }
  if (!endpoint.form) return { headers: {} };
  const texts: Record<string, string> = {
    taskId: String(id),
    channel: String(channel),
    taskTitle: "A title",
    workDescription: "Some work",
    deadline: "2027-01-31",
    assignedTo: "anika",
    title: "A title",
    description: "Some words",
    madeForKids: "false",
    visibility: "private",
    tags: "[]",
    version: "1",
    inFrame: "0",
    outFrame: "0",
    id: someUuid,
    text: comment.text,
  };
  const boundary = "reelay";
  const names = Object.keys(endpoint.form.fields.shape).filter((name) => name in texts);
  const parts = names.map(
    (name) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${texts[name]}\r\n`,
  );
  return {
    payload: `${parts.join("")}--${boundary}--\r\n`,
    headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
  };
}
