const cacheName = "unsent-images";

function keyOf(id: string, at: number): string {
  return `/unsent-images/${id}/${at}`;
}

/** Keeps the images of a message that is not sent yet, so that they survive a reload. */
export async function storeImages(id: string, images: readonly File[]): Promise<void> {
  const cache = await caches.open(cacheName);
  const named = (image: File) =>
    new Response(image, {
      headers: { "content-type": image.type, "x-name": encodeURIComponent(image.name) },
    });
  await Promise.all(images.map((image, at) => cache.put(keyOf(id, at), named(image))));
}

/** The stored images of a message; null if one of them is missing. */
export async function readImages(id: string, count: number): Promise<File[] | null> {
  const cache = await caches.open(cacheName);
  const images: File[] = [];
  for (let at = 0; at < count; at += 1) {
    const stored = await cache.match(keyOf(id, at));
    if (!stored) return null;
    const name = decodeURIComponent(stored.headers.get("x-name") ?? "image");
    images.push(new File([await stored.blob()], name, { type: stored.headers.get("content-type") ?? "" }));
  }
  return images;
}

export async function deleteImages(id: string, count: number): Promise<void> {
  const cache = await caches.open(cacheName);
  for (let at = 0; at < count; at += 1) await cache.delete(keyOf(id, at));
}

/** Deletes the images of all messages, such as those of a user who has logged out. */
export async function deleteAllImages(): Promise<void> {
  await caches.delete(cacheName);
}
