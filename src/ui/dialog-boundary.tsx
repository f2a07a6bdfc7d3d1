import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";

import { Button } from "./button.tsx";
import { LoadBoundary } from "./load-boundary.tsx";
import { loadFailure } from "./load-failure.tsx";
import { Spinner } from "./spinner.tsx";

interface DialogBoundaryProps {
  open?: boolean;
  onClose: () => void;
  /** The dialog. */
  children?: ReactNode;
}

/** A `LoadBoundary` around a dialog made with `lazy`. */
export function DialogBoundary({ open = true, onClose, children }: DialogBoundaryProps) {
  return (
    <LoadBoundary
      fallback={open && <DialogLoading />}
      failure={open && <DialogLoadFailure onClose={onClose} />}
    >
      {children}
    </LoadBoundary>
  );
}

/** Milliseconds; dialogs that load faster open without a notice. */
const noticeDelay = 400;

/** Says that a dialog is loading, if that takes long. For those that first load their data, too. */
export function DialogLoading() {
  const [takesLong, setTakesLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setTakesLong(true), noticeDelay);
    return () => clearTimeout(timer);
  }, []);
  if (!takesLong) return null;
  // Outside the element in full screen, it would be invisible.
  return createPortal(
    <output className="fixed inset-x-0 bottom-6 z-50 mx-auto flex w-fit items-center gap-2 rounded-md border bg-panel px-4 py-3 text-sm text-ink wide:inset-y-0 wide:my-auto wide:h-fit">
      <Spinner />
      Loading...
    </output>,
    document.fullscreenElement ?? document.body,
  );
}

/** A dialog in place of one whose code could not be loaded. It is the browser's own, since dialogs are what failed. */
function DialogLoadFailure({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // Returns the focus to the button that was to open the dialog, while the element is still in the document.
    return () => element?.close();
  }, []);
  return createPortal(
    <dialog
      ref={dialog}
      role="alertdialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-next-step`}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      className="pointer-events-auto fixed inset-x-0 top-auto bottom-0 m-0 w-full max-w-none rounded-t-md border-t bg-panel p-5 pb-[calc(1.25rem+env(safe-area-inset-bottom))] text-ink backdrop:bg-scrim sm:p-6 wide:inset-0 wide:m-auto wide:h-fit wide:w-[26rem] wide:rounded-md wide:border"
    >
      <h2 id={`${id}-title`} className="font-heading text-2xl">
        {loadFailure.title}
      </h2>
      <p id={`${id}-next-step`} className="mt-2 text-base text-soft">
        {loadFailure.nextStep}
      </p>
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="primary" onClick={() => window.location.reload()}>
          Reload page
        </Button>
      </div>
    </dialog>,
    document.body,
  );
}
