/** Images of entries that are not sent yet, in the browser's storage, so that they survive a reload. */
export interface UnsentImages {
  store: (id: string, images: readonly File[]) => Promise<void>;
  /** The stored images of an entry; null if one of them is missing. */
  read: (id: string, count: number) => Promise<File[] | null>;
  delete: (id: string, count: number) => Promise<void>;
  /** Deletes the images of all entries, such as those of a user who has logged out. */
  deleteAll: () => Promise<void>;
}

export function unsentImages(cacheName: string): UnsentImages {
  const keyOf = (id: string, at: number) => `/${cacheName}/${id}/${at}`;
  return {
    store: async (id, images) => {
      const cache = await caches.open(cacheName);
      const named = (image: File) =>
        new Response(image, {
          headers: { "content-type": image.type, "x-name": encodeURIComponent(image.name) },
        });
      await Promise.all(images.map((image, at) => cache.put(keyOf(id, at), named(image))));
    },
    read: async (id, count) => {
      const cache = await caches.open(cacheName);
      const images: File[] = [];
      for (let at = 0; at < count; at += 1) {
        const stored = await cache.match(keyOf(id, at));
        if (!stored) return null;
        const name = decodeURIComponent(stored.headers.get("x-name") ?? "image");
        images.push(
          new File([await stored.blob()], name, { type: stored.headers.get("content-type") ?? "" }),
        );
      }
      return images;
    },
    delete: async (id, count) => {
      const cache = await caches.open(cacheName);
      for (let at = 0; at < count; at += 1) await cache.delete(keyOf(id, at));
    },
    deleteAll: async () => {
      await caches.delete(cacheName);
    },
  };
}
