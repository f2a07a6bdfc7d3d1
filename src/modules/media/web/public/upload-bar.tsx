import { Pause, Play, X } from "lucide-react";
import { useLayoutEffect, useRef, useState } from "react";
import { Link } from "react-router";

import { formatPercent } from "#ui/format.ts";
import { IconButton } from "#ui/icon-button.tsx";
import { ProgressBar } from "#ui/progress-bar.tsx";

import { CancelUpload } from "../uploads/cancel-upload.tsx";
import { amountText, filesText, mayPause, speedText } from "./upload-text.ts";
import { dismissUpload, sentPercent, type RunningUpload, useUploads } from "./uploads.ts";

/** Property of the document with the height of the bar, which screens leave free at their end. */
const heightProperty = "--upload-bar";

/** The uploads of this page, at the bottom of every screen. */
export function UploadBar() {
  const { uploads } = useUploads();
  const bar = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const element = bar.current;
    if (!element) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => style.setProperty(heightProperty, `${element.offsetHeight}px`));
    observer.observe(element);
    return () => {
      observer.disconnect();
      style.removeProperty(heightProperty);
    };
  }, []);
  return (
    <section
      ref={bar}
      aria-label="Uploads"
      className="fixed inset-x-0 bottom-0 z-30 border-t border-edge bg-raised pb-[env(safe-area-inset-bottom)]"
    >
      {uploads.map((upload) => (
        <UploadRow key={upload.key} upload={upload} />
      ))}
    </section>
  );
}

function UploadRow({ upload }: { upload: RunningUpload }) {
  const { phase, title, path, failure, files } = upload;
  const [asking, setAsking] = useState(false);
  const percent = sentPercent(upload);
  const name = (
    <Link to={path} dir="auto" className="min-w-0 truncate font-semibold underline-offset-4 hover:underline">
      {title}
    </Link>
  );
  if (failure !== null) {
    return (
      <div className="flex min-h-12 items-center gap-x-4 border-l-2 border-fault py-1 pr-2 pl-4 text-sm">
        <p className="flex min-w-0 flex-1 flex-wrap gap-x-2">
          {name}
          <span>
            {files ? "Sending files stopped" : "Upload failed"}: {failure}
          </span>
        </p>
        <IconButton
          label="Dismiss"
          size="small"
          icon={<X aria-hidden className="size-4" />}
          onClick={() => dismissUpload(upload.key)}
        />
      </div>
    );
  }
  return (
    <div className="relative grid min-h-12 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 py-1 pr-2 pl-4 text-sm wide:grid-cols-[minmax(0,16rem)_minmax(6rem,1fr)_auto_auto]">
      <span
        aria-hidden
        className="absolute top-0 left-0 h-0.5 bg-ink transition-[width] duration-250 wide:hidden"
        style={{ width: `${percent}%` }}
      />
      <p className="flex min-w-0 items-baseline gap-x-2">
        <span className="text-soft">Uploading</span>
        {name}
      </p>
      <ProgressBar
        label={`Upload of ${title}`}
        percent={phase === "opening" ? null : percent}
        valueText={amountText(upload)}
        tone={phase === "sending" ? "live" : "idle"}
        className="max-wide:sr-only"
      />
      <p className="numerals flex min-w-0 gap-x-4 whitespace-nowrap text-soft max-wide:order-3 max-wide:col-span-2">
        <span className="text-ink">{formatPercent(percent)}</span>
        {files && <span>{filesText(files)}</span>}
        <span className={files ? "max-xl:hidden" : "max-sm:hidden"}>{amountText(upload)}</span>
        <output
          aria-live={phase === "sending" ? "off" : "polite"}
          className="min-w-0 truncate wide:min-w-40 wide:text-right"
        >
          {speedText(upload)}
        </output>
      </p>
      <div className="flex max-wide:order-1">
        {phase === "paused" ? (
          <IconButton
            label="Resume upload"
            size="small"
            icon={<Play aria-hidden className="size-4" />}
            onClick={upload.resume}
          />
        ) : (
          <IconButton
            label="Pause upload"
            size="small"
            disabled={!mayPause(upload)}
            icon={<Pause aria-hidden className="size-4" />}
            onClick={upload.pause}
          />
        )}
        <IconButton
          label="Cancel upload"
          size="small"
          icon={<X aria-hidden className="size-4" />}
          onClick={() => setAsking(true)}
        />
      </div>
      <CancelUpload upload={upload} open={asking} onOpenChange={setAsking} />
    </div>
  );
}
