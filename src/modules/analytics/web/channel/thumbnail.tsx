/** The thumbnail of a video, or an empty frame of its size. */
export function Thumbnail({ url }: { url: string | null }) {
  return (
    <span className="block aspect-video w-20 shrink-0 overflow-hidden rounded-xs bg-picture">
      {url !== null && <img src={url} alt="" loading="lazy" className="size-full object-cover" />}
    </span>
  );
}
