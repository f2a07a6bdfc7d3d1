/** Images of entries that are not sent yet, in the browser's storage, so that they survive a reload. */
export interface UnsentImages {
  store: (id: string, images: readonly File[]) => Promise<void>;
  /** The stored images of an entry, or null. */
  read: (id: string) => Promise<File[] | null>;
  delete: (id: string) => Promise<void>;
  /** Deletes the images of all entries, such as those of a user who has logged out. */
  deleteAll: () => Promise<void>;
}

const storeName = "images";

/** `group` keeps the entries of several outboxes apart. In IndexedDB, since pages without HTTPS have no caches. */
export function unsentImages(group: string): UnsentImages {
  return {
    store: async (id, images) => {
      await inStore("readwrite", (store) => store.put(images, [group, id]));
    },
    read: async (id) =>
      (await inStore<File[] | undefined>("readonly", (store) => store.get([group, id]))) ?? null,
    delete: async (id) => inStore("readwrite", (store) => store.delete([group, id])),
    deleteAll: async () =>
      inStore("readwrite", (store) => store.delete(IDBKeyRange.bound([group], [group, []]))),
  };
}

async function inStore<R>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<R>,
): Promise<R> {
  const opening = indexedDB.open("unsent-images", 1);
  opening.addEventListener("upgradeneeded", () => opening.result.createObjectStore(storeName));
  const database = await settled(opening);
  try {
    const transaction = database.transaction(storeName, mode);
    return await settled(act(transaction.objectStore(storeName)));
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
