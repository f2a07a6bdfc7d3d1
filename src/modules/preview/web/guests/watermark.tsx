/** The guest's name over the picture, moving slowly. It deters, and does not prevent, recording. */
export function Watermark({ name }: { name: string }) {
  return (
    <div aria-hidden className="pointer-events-none absolute inset-0 overflow-hidden">
      <span className="guest-watermark absolute max-w-2/3 truncate text-lg font-semibold text-white/40 drop-shadow-[0_0_2px_rgb(0_0_0/0.9)]">
        {name}
      </span>
    </div>
  );
}
