import type { RefObject } from "react";
import { toast } from "sonner";

import { savedFileName } from "#core/file-name.ts";
import { useAction } from "#core/web/use-change.ts";
import type { FrameTimes } from "#modules/media/rules/frames.ts";
import type { MenuItem } from "#ui/menu.tsx";

import type { Frames } from "../public/use-frames.ts";
import type { SavedFrame } from "./save-frame.ts";

interface FrameItemsOptions {
  /** Of the saved files, before the timecode; undefined where frames may not be saved. */
  name: string | undefined;
  /** The file in full resolution; null before it exists. */
  url: string | null;
  /** Of this file; null while they are unknown. */
  times: FrameTimes | null;
  frames: Frames;
  /** Contains the picture. */
  root: RefObject<HTMLElement | null>;
  formatTimecode: (frame: number) => string;
  /** The URL may have expired. */
  onError: () => void;
}

/** Menu items that save the displayed frame as a PNG file; none where that is not possible. */
export function useFrameItems(options: FrameItemsOptions): readonly MenuItem[] {
  const { name, url, times, frames, root, formatTimecode, onError } = options;
  const save = useAction(
    async (frame: SavedFrame) => {
      const { saveFrame } = await import("./save-frame.ts");
      await saveFrame(frame);
    },
    {
      fallback: "The frame couldn't be saved. Check your connection and try again.",
      onSuccess: () => toast.success("Frame saved."),
      onError,
    },
  );
  if (name === undefined || url === null || !times) return [];
  const saveDisplayed = (marks: readonly SVGSVGElement[]) => {
    const frame = frames.displayed() ?? frames.current();
    const timecode = formatTimecode(frame).replaceAll(/[:;]/g, "-");
    const fileName = savedFileName(`${name} ${timecode}`, "png");
    save.mutate({ url, times, frame, fileName, marks });
  };
  return [
    { label: "Save frame as PNG", onSelect: () => saveDisplayed([]) },
    { label: "Save with guides and drawings", onSelect: () => saveDisplayed(copyMarks(root.current)) },
  ];
}

const copiedStyles = ["fill", "stroke", "font-family", "filter"];

/** Copies of what the picture is saved with, which keep their appearance outside of the page. */
function copyMarks(root: HTMLElement | null): SVGSVGElement[] {
  const marks = root?.querySelectorAll<SVGSVGElement>("[data-picture] [data-saved-with-frame]") ?? [];
  return [...marks].map((mark) => {
    const copy = mark.cloneNode(true) as SVGSVGElement;
    const copies = [copy, ...copy.querySelectorAll<SVGElement>("*")];
    for (const [index, element] of [mark, ...mark.querySelectorAll("*")].entries()) {
      const style = getComputedStyle(element);
      for (const property of copiedStyles) {
        copies[index]?.style.setProperty(property, style.getPropertyValue(property));
      }
    }
    copy.setAttribute("width", String(mark.clientWidth));
    copy.setAttribute("height", String(mark.clientHeight));
    return copy;
  });
}
