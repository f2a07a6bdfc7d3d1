import { useEffect, useState } from "react";

import { apiBase } from "#core/endpoint-address.ts";
import type { ApiDocument } from "#modules/site/rules/api-document.ts";

/** Address of the OpenAPI 3.1 document. */
export const documentUrl = `${apiBase}/openapi.json`;

type Loaded = ApiDocument | null | "failed";

/** The OpenAPI document of this server; null while it loads, `"failed"` if it can't be loaded. */
export function useApiDocument(): { document: Loaded; reload: () => void } {
  const [document, setDocument] = useState<Loaded>(null);
  const [attempt, setAttempt] = useState(1);
  useEffect(() => {
    const leaving = new AbortController();
    const load = async () => {
      const loaded = await fetchDocument(attempt, leaving.signal).catch(() => "failed" as const);
      if (!leaving.signal.aborted) setDocument(loaded);
    };
    void load();
    return () => leaving.abort();
  }, [attempt]);
  const reload = () => {
    setDocument(null);
    setAttempt((count) => count + 1);
  };
  return { document, reload };
}

/** Not validated, because only this server writes it and the page only shows it. */
async function fetchDocument(attempt: number, signal: AbortSignal): Promise<ApiDocument> {
  const response = await fetch(documentUrl, { signal, cache: attempt === 1 ? "default" : "reload" });
  if (!response.ok) throw new Error(response.statusText);
  return (await response.json()) as ApiDocument;
}
