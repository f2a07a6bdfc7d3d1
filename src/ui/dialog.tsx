import { classNames } from "./class-names.ts";
import { DialogFrame, type DialogProps } from "./dialog-frame.tsx";

const widths = {
  small: "wide:w-[26rem]",
  medium: "wide:w-[36rem]",
  large: "wide:w-[56rem]",
};

/** Centred on wide screens, a sheet from the bottom below 1100 px. Returns focus to what opened it. */
export function Dialog({ size = "medium", ...props }: DialogProps & { size?: keyof typeof widths }) {
  return (
    <DialogFrame
      {...props}
      className={classNames(
        "dialog-motion inset-x-0 bottom-0 max-h-[92dvh] rounded-t-md border-t",
        "wide:inset-0 wide:m-auto wide:h-fit wide:max-h-[86dvh] wide:max-w-[calc(100vw-3rem)] wide:rounded-md wide:border",
        widths[size],
      )}
    />
  );
}
