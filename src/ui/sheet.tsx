import { DialogFrame, type DialogProps } from "./dialog-frame.tsx";

/** Slides in from the right on wide screens, from the bottom below 1100 px. For forms that need room. */
export function Sheet(props: DialogProps) {
  return (
    <DialogFrame
      {...props}
      className="slide inset-x-0 bottom-0 max-h-[94dvh] rounded-t-md border-t wide:inset-y-0 wide:right-0 wide:left-auto wide:max-h-none wide:w-[34rem] wide:rounded-none wide:border-t-0 wide:border-l"
    />
  );
}
