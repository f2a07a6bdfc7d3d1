import { onUserLeft } from "#core/web/personal-storage.ts";

/** A selection of files and folders that was not sent completely, in the browser's storage. */
export interface StoredSelection {
  id: string;
  taskId: number;
  handles: FileSystemHandle[];
  /** Files that haven't been sent yet, and their bytes. */
  files: number;
  bytes: number;
}

const storeName = "selections";

export async function storeSelection(selection: StoredSelection): Promise<void> {
  await inStore("readwrite", (store) => store.put(selection));
}

export async function deleteSelections(ids: readonly string[]): Promise<void> {
  for (const id of ids) await inStore("readwrite", (store) => store.delete(id));
}

/** The selections for a task; none where the browser can't store them. */
export async function readSelections(taskId: number): Promise<StoredSelection[]> {
  const all = await inStore<StoredSelection[]>("readonly", (store) => store.getAll()).catch(() => []);
  return all.filter((selection) => selection.taskId === taskId);
}

// The next user of this browser must not see them.
onUserLeft(() => void inStore("readwrite", (store) => store.clear()).catch(() => undefined));

async function inStore<R>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<R>,
): Promise<R> {
  const opening = indexedDB.open("unsent-files", 1);
  opening.addEventListener("upgradeneeded", () =>
    opening.result.createObjectStore(storeName, { keyPath: "id" }),
  );
  const database = await settled(opening);
  try {
    return await settled(act(database.transaction(storeName, mode).objectStore(storeName)));
  } finally {
    database.close();
  }
}

async function settled<R>(request: IDBRequest<R>): Promise<R> {
  return new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () =>
      reject(request.error ?? new Error("The browser's storage failed.")),
    );
  });
}
