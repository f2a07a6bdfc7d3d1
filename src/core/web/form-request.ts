/** What came back; `status` is 0 when nothing did. */
interface FormAnswer {
  status: number;
  text: string;
}

export interface FormRequest {
  method: string;
  address: string;
  form: FormData;
  /** Bytes that have left the browser, of all there are. */
  onProgress: (sent: number, total: number) => void;
  signal: AbortSignal | undefined;
}

/** Sends a form with progress, which `fetch` can't tell. Rejects with the signal's reason when it is aborted. */
export function sendForm({ method, address, form, onProgress, signal }: FormRequest): Promise<FormAnswer> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const request = new XMLHttpRequest();
    request.open(method, address);
    request.upload.addEventListener("progress", ({ loaded, total }) => onProgress(loaded, total));
    request.addEventListener("abort", () => reject(signal?.reason));
    request.addEventListener("loadend", () => {
      resolve({ status: request.status, text: request.responseText });
    });
    signal?.addEventListener("abort", () => request.abort(), { once: true });
    request.send(form);
  });
}
