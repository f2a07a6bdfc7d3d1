import { DialogFrame, type DialogProps } from "./dialog-frame.tsx";

/** A panel for long forms: from the right on wide screens, from the bottom below 1100 px. */
export function Sheet(props: DialogProps) {
  return (
    <DialogFrame
      {...props}
      className="slide inset-x-0 bottom-0 max-h-[calc(100dvh-6rem)] rounded-t-md border-t wide:inset-y-0 wide:right-0 wide:left-auto wide:max-h-none wide:w-[34rem] wide:rounded-none wide:border-t-0 wide:border-l"
    />
  );
}
