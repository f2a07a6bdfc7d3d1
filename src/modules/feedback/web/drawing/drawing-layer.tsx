import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from "react";
import { useStore } from "zustand";

import { isBlank } from "#core/written-text.ts";
import { drawingLimits } from "#modules/feedback/contract/drawing.ts";
import { drawingColorCodes, type Point, type Shape } from "#modules/feedback/rules/drawing-paths.ts";
import { roundShare, simplifyStroke } from "#modules/feedback/rules/pen-strokes.ts";
import { shortcutKey } from "#ui/shortcut-key.ts";

import { draw, type DraftStore, redo, type StrokeWidth, undo } from "../composer/draft-store.ts";
import { DrawingView } from "../public/drawing-view.tsx";
import { useKeyboardPointer } from "./use-keyboard-pointer.ts";

interface DrawingLayerProps {
  draft: DraftStore;
  aspect: number;
  /** Called when the user leaves the drawing by keyboard. */
  onLeave: () => void;
}

/** Relative to the height of the picture. */
const widths: Record<StrokeWidth, number> = { thin: 0.004, medium: 0.008, thick: 0.016 };
const textSizes: Record<StrokeWidth, number> = { thin: 0.035, medium: 0.055, thick: 0.09 };

/** Arrows and boxes that are smaller than this share of the picture were not meant. */
const smallest = 0.01;

/** The shape being drawn while the pointer is down: all points of a pen, otherwise the first and the current one. */
type Sketch = readonly Point[];

/** Takes mouse, touch, stylus and keyboard over the picture and adds shapes to the draft. */
export function DrawingLayer({ draft, aspect, onLeave }: DrawingLayerProps) {
  const { tool, color, width, shapes, byKeyboard } = useStore(draft);
  const helpId = useId();
  const area = useRef<HTMLDivElement>(null);
  const sketch = useSketch(draft, aspect);
  const [textAt, setTextAt] = useState<Point | null>(null);
  useEffect(() => {
    if (byKeyboard) area.current?.focus();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- also when another tool is chosen.
  }, [byKeyboard, tool]);

  const writeText = (text: string) => {
    const at = textAt;
    setTextAt(null);
    if (!at || isBlank(text)) return;
    addShape(draft, { kind: "text", color, at: roundPoint(at), size: textSizes[width], text: text.trim() });
  };
  const begin = (point: Point) => {
    if (tool === "text") setTextAt(point);
    else sketch.begin(point);
  };
  const pointAt = (event: { clientX: number; clientY: number }) => pointIn(area.current, event);
  const press = (event: PointerEvent<HTMLElement>) => {
    // A second finger enlarges or moves the picture instead.
    if (!event.isPrimary) cancel();
    // While a text is being written, the press ends it.
    if (!event.isPrimary || event.button !== 0 || textAt !== null) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    begin(pointAt(event));
  };
  const move = (event: PointerEvent) => {
    if (!event.isPrimary || !sketch.isDrawing()) return;
    const events = event.nativeEvent.getCoalescedEvents();
    sketch.extend((events.length > 0 ? events : [event.nativeEvent]).map(pointAt));
  };
  const release = (event: PointerEvent) => {
    if (event.isPrimary && sketch.isDrawing()) sketch.finish();
  };
  const cancel = () => {
    sketch.clear();
    setTextAt(null);
  };
  const keyboard = useKeyboardPointer({
    isDrawing: sketch.points.length > 0,
    begin,
    move: (point) => sketch.extend([point]),
    finish: sketch.finish,
    cancel: () => {
      if (sketch.isDrawing()) sketch.clear();
      else {
        draft.setState({ tool: null });
        onLeave();
      }
    },
  });
  const keyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return;
    if ((event.ctrlKey || event.metaKey) && shortcutKey(event) === "z") {
      event.preventDefault();
      (event.shiftKey ? redo : undo)(draft);
    } else keyboard.onKeyDown(event);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- an application takes pointer and keys.
    <div
      ref={area}
      role="application"
      aria-label="Drawing area"
      aria-describedby={helpId}
      data-takes-escape={sketch.points.length > 0 || textAt !== null || undefined}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrow keys move a cross over the picture.
      tabIndex={0}
      onPointerDown={press}
      onPointerMove={move}
      onPointerUp={release}
      onPointerCancel={sketch.clear}
      onKeyDown={keyDown}
      onFocus={keyboard.onFocus}
      onBlur={keyboard.onBlur}
      className="pointer-events-auto absolute inset-0 cursor-crosshair touch-none select-none [container-type:size] focus-visible:-outline-offset-2"
    >
      <DrawingView
        shapes={sketch.shape ? [...shapes, sketch.shape] : shapes}
        aspect={aspect}
        label="Your drawing"
      />
      {keyboard.position && <Cross at={keyboard.position} />}
      {textAt && (
        <PictureText
          at={textAt}
          size={textSizes[width]}
          color={color}
          onWrite={writeText}
          onLeave={() => area.current?.focus()}
        />
      )}
      <p id={helpId} className="sr-only">
        Move the crosshair with the arrow keys, or faster with Shift. Press Enter to start and end a shape,
        Escape to cancel it or stop drawing, Ctrl Z to undo.
      </p>
      <output className="sr-only">{keyboard.announcement}</output>
    </div>
  );
}

/** The point as shares of the picture at its current size, which may change while a shape is drawn. */
function pointIn(area: Element | null, { clientX, clientY }: { clientX: number; clientY: number }): Point {
  const box = area?.getBoundingClientRect();
  if (!box) return [0, 0];
  return [share((clientX - box.left) / box.width), share((clientY - box.top) / box.height)];
}

/** Adds a shape unless the drawing has the most that are allowed. */
function addShape(draft: DraftStore, shape: Shape): void {
  const { shapes } = draft.getState();
  if (shapes.length < drawingLimits.shapes) draw(draft, [...shapes, shape]);
}

/** The shape that is being drawn with the tool of the draft; `finish` adds it. */
function useSketch(draft: DraftStore, aspect: number) {
  const { tool, color, width } = useStore(draft);
  const [points, showPoints] = useState<Sketch>([]);
  /** Of the last event: on a busy page, the next one is received before the sketch is shown. */
  const latest = useRef<Sketch>([]);
  const setPoints = (next: Sketch) => {
    latest.current = next;
    showPoints(next);
  };
  const sketchShape = (sketch: Sketch): Shape | null => {
    const from = sketch[0];
    const to = sketch.at(-1);
    if (!from || !to) return null;
    const stroke = { color, width: widths[width] };
    if (tool === "pen") {
      return { kind: "pen", ...stroke, points: simplifyStroke(sketch, aspect, drawingLimits.points) };
    }
    if (tool !== "arrow" && tool !== "box") return null;
    return { kind: tool, ...stroke, from: roundPoint(from), to: roundPoint(to) };
  };
  const finish = () => {
    const sketch = latest.current;
    setPoints([]);
    const [from, to] = [sketch[0], sketch.at(-1)];
    const isTiny = from && to && Math.hypot(from[0] - to[0], from[1] - to[1]) < smallest;
    const shape = sketchShape(sketch);
    if (shape && (tool === "pen" || !isTiny)) addShape(draft, shape);
  };
  const extend = (added: Sketch) => {
    const before = latest.current;
    setPoints(tool === "pen" ? [...before, ...added] : [...before.slice(0, 1), ...added.slice(-1)]);
  };
  return {
    points,
    shape: sketchShape(points),
    /** Also before the latest points are rendered. */
    isDrawing: () => latest.current.length > 0,
    begin: (point: Point) => setPoints([point]),
    extend,
    finish,
    clear: () => setPoints([]),
  };
}

interface PictureTextProps {
  at: Point;
  /** Relative to the height of the picture. */
  size: number;
  color: Shape["color"];
  onWrite: (text: string) => void;
  onLeave: () => void;
}

/** The field in which a text on the picture is written. */
function PictureText({ at: [x, y], size, color, onWrite, onLeave }: PictureTextProps) {
  return (
    <input
      aria-label="Text on the picture"
      maxLength={drawingLimits.text}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user has just chosen the place of the text.
      autoFocus
      onBlur={({ target }) => onWrite(target.value)}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === "Escape") event.currentTarget.value = "";
        if (event.key === "Enter" || event.key === "Escape") onLeave();
      }}
      className="absolute field-sizing-content min-w-[2em] max-w-full border-b-2 border-dotted border-current bg-transparent p-0 leading-none font-semibold outline-none"
      style={{
        left: `${x * 100}%`,
        top: `${y * 100}%`,
        fontSize: `${size * 100}cqh`,
        color: drawingColorCodes[color],
      }}
    />
  );
}

function share(value: number): number {
  return Math.min(1, Math.max(0, value));
}

function roundPoint([x, y]: Point): [number, number] {
  return [roundShare(x), roundShare(y)];
}

/** The position of the keyboard pointer. */
function Cross({ at: [x, y] }: { at: Point }) {
  return (
    <span
      aria-hidden
      className="pointer-events-none absolute size-6 -translate-1/2 before:absolute before:inset-x-0 before:top-1/2 before:h-0.5 before:-translate-y-1/2 before:bg-amber after:absolute after:inset-y-0 after:left-1/2 after:w-0.5 after:-translate-x-1/2 after:bg-amber"
      style={{ left: `${x * 100}%`, top: `${y * 100}%` }}
    />
  );
}
