import { type ReactNode, useEffect, useRef, useState } from "react";

import type { FootageFile } from "#modules/footage/contract/files.ts";
import { useMediaState } from "#ui/player/media-state.ts";
import { Player } from "#ui/player/player.tsx";

import { downloadFile } from "../downloads/use-download.ts";
import { kindNames } from "./kind-names.ts";

/** The picture or a player of a file, or a sentence why there is none. */
export function FileView({ file }: { file: FootageFile }) {
  const [broken, setBroken] = useState(false);
  const { url, type, name, kind, state } = file;
  if (state !== "verified" || url === null) {
    return (
      <NoPicture file={file}>
        {state === "missing"
          ? "This file is no longer stored. Send it again."
          : "The stored bytes are damaged. Send it again."}
      </NoPicture>
    );
  }
  if (kind === "camera_original") {
    return (
      <NoPicture file={file}>
        Camera original: browsers can't show a picture of it. Download it to open it in your editing program.
      </NoPicture>
    );
  }
  if (type === null || broken) return <NoPicture file={file}>This browser can't show {name}.</NoPicture>;
  const onError = () => setBroken(true);
  if (type.startsWith("image/")) {
    return (
      <img
        src={url}
        alt={name}
        className="h-[min(40dvh,16rem)] wide:h-[min(46dvh,26rem)] w-full bg-picture object-contain"
        onError={onError}
      />
    );
  }
  if (type.startsWith("audio/")) {
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- sound that users have sent.
    return <audio controls src={url} aria-label={name} className="my-6 w-full" onError={onError} />;
  }
  return <Video name={name} url={url} onError={onError} />;
}

function Video({ name, url, onError }: { name: string; url: string; onError: () => void }) {
  const media = useRef<HTMLVideoElement>(null);
  const { ready, width } = useMediaState(media);
  // Some browsers play the sound of ProRes and HEVC without a picture and without an error.
  const pictureless = ready && width === 0;
  useEffect(() => {
    if (pictureless) onError();
  }, [pictureless, onError]);
  return (
    <Player
      mediaRef={media}
      src={url}
      title={name}
      onError={onError}
      className="w-full pb-1 [--player-height:min(46dvh,26rem)]"
    />
  );
}

function NoPicture({ file, children }: { file: FootageFile; children: ReactNode }) {
  const { icon: Icon } = kindNames[file.kind];
  return (
    <div className="flex flex-col items-center gap-3 bg-raised px-6 py-12 text-center text-soft">
      <Icon aria-hidden className="size-10" strokeWidth={1.25} />
      <p className="max-w-prose">{children}</p>
      {file.url !== null && (
        <button type="button" className="link min-h-11 text-ink" onClick={() => downloadFile(file)}>
          Download it
        </button>
      )}
    </div>
  );
}
