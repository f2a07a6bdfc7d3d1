import type { FakeApi } from "./fake-api.ts";

/** An upload that answers the tus protocol as the server does. */
export interface FakeUpload {
  bytes: number;
  content: Uint8Array<ArrayBuffer>;
  /** In hex, once the page has sent it. */
  sha256: string | null;
  isDeleted: boolean;
}

interface FakeUploads {
  /** Opens an upload and returns its address. */
  open: (name: string, bytes: number) => string;
  uploads: Map<string, FakeUpload>;
  /** Names in the order in which the first request with a body was received. */
  begun: string[];
  /** Requests with a body wait for this promise. */
  hold: (until: Promise<unknown> | null) => void;
  /** The largest number of bodies that were received at once. */
  mostAtOnce: () => number;
}

const folder = "/fake-uploads/";

/** Upload addresses of a component test. */
export function fakeUploads(api: FakeApi): FakeUploads {
  const uploads = new Map<string, FakeUpload>();
  const begun: string[] = [];
  let held: Promise<unknown> | null = null;
  let [current, most] = [0, 0];

  api.onFolder(folder, async (request) => {
    const path = new URL(request.url).pathname.slice(folder.length);
    const [name = "", digest] = path.split("/").map(decodeURIComponent);
    const upload = uploads.get(name);
    if (!upload || upload.isDeleted) return new Response(null, { status: 404 });
    if (digest) {
      upload.sha256 = ((await request.json()) as { sha256: string }).sha256;
    } else if (request.method === "DELETE") {
      upload.isDeleted = true;
    } else if (request.method === "PATCH") {
      begun.push(name);
      upload.sha256 = request.headers.get("upload-sha256");
      current += 1;
      most = Math.max(most, current);
      const body = new Uint8Array(await request.arrayBuffer());
      await held;
      current -= 1;
      upload.content = new Uint8Array(await new Blob([upload.content, body]).arrayBuffer());
    }
    return new Response(null, {
      status: request.method === "HEAD" ? 200 : 204,
      headers: {
        "tus-resumable": "1.0.0",
        "upload-offset": String(upload.content.length),
        "upload-length": String(upload.bytes),
      },
    });
  });
  return {
    uploads,
    begun,
    open: (name, bytes) => {
      if (!uploads.has(name))
        uploads.set(name, { bytes, content: new Uint8Array(), sha256: null, isDeleted: false });
      return `${folder}${encodeURIComponent(name)}`;
    },
    hold: (until) => {
      held = until;
    },
    mostAtOnce: () => most,
  };
}
