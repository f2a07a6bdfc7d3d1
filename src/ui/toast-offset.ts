import { useLayoutEffect, useState } from "react";
import { useSonner } from "sonner";

/** Elements that toasts never cover: headings, tabs, search fields and the track of a publication. */
const keptClear = 'h1, h2, h3, [role="tablist"], search, input[type="search"], [data-track]';
/**
 * Those that they don't cover where there is space: the buttons of a failure. A toast stays as long as the pointer is on it,
 * which is on its way to one of them.
 */
const keptClearIfPossible = `${keptClear}, [role="alert"] :is(a, button)`;

/** Toasts that are shown at a time, one behind the other. */
export const visibleToasts = 3;

const toastWidth = 356;
const gap = 8;

interface Area {
  top: number;
  bottom: number;
}

/** The first distance from the top, at least `start`, from which `height` is free of the areas. In pixels. */
export function firstFreeOffset(areas: readonly Area[], start: number, height: number): number {
  let top = start;
  for (const area of areas.toSorted((a, b) => a.top - b.top)) {
    if (area.top < top + height + gap && area.bottom > top - gap) top = Math.max(top, area.bottom + gap);
  }
  return top;
}

function areasBehindToasts(elements: string): Area[] {
  const middle = window.innerWidth / 2;
  const [left, right] = [middle - toastWidth / 2, middle + toastWidth / 2];
  return (
    [...document.querySelectorAll(elements)]
      // Those for screen readers only have a box of one pixel.
      .filter((element) => element.clientWidth > 1 && element.clientHeight > 1)
      .map((element) => (/^H\d$/.test(element.tagName) ? textBox(element) : element.getBoundingClientRect()))
      .filter((box) => box.width > 1 && box.height > 1 && box.left < right && box.right > left)
      .filter((box) => box.bottom > 0 && box.top < window.innerHeight)
  );
}

/** The box of a heading's text, since the heading itself is as wide as its column. */
function textBox(element: Element): DOMRect {
  const range = document.createRange();
  range.selectNodeContents(element);
  return range.getBoundingClientRect();
}

/** The distance of toasts from the top of the window, below what they may not cover. In pixels. */
export function useToastOffset(start: number): number {
  const { toasts } = useSonner();
  const [offset, setOffset] = useState(start);
  const count = Math.min(toasts.length, visibleToasts);
  useLayoutEffect(() => {
    if (count === 0) return;
    const place = () => {
      const toast = document.querySelector("[data-sonner-toast]");
      const height = toast?.getBoundingClientRect().height ?? 0;
      const needed = Math.max(64, height) + (count - 1) * 16;
      const free = [keptClearIfPossible, keptClear]
        .map((elements) => firstFreeOffset(areasBehindToasts(elements), start, needed))
        .find((top) => top + needed < window.innerHeight);
      setOffset(free ?? start);
    };
    place();
    // A page may be rendered below a toast that is already shown.
    const observer = new MutationObserver(place);
    observer.observe(document.body, { childList: true, subtree: true });
    const timer = setInterval(place, 200);
    return () => {
      observer.disconnect();
      clearInterval(timer);
    };
  }, [count, start]);
  return offset;
}
