/** `status` is 0 if there was no response. */
interface FormResponse {
  status: number;
  text: string;
}

export interface FormRequest {
  method: string;
  address: string;
  form: FormData;
  /** Sent and total bytes. */
  onProgress: (sent: number, total: number) => void;
  signal: AbortSignal | undefined;
}

/** Sends a form with progress, which `fetch` can't report. Rejects with the signal's reason when aborted. */
export function sendForm({ method, address, form, onProgress, signal }: FormRequest): Promise<FormResponse> {
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
