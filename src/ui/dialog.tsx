import { classNames } from "./class-names.ts";
import { DialogFrame, type DialogProps } from "./dialog-frame.tsx";

const widths = {
  small: "wide:w-[26rem]",
  medium: "wide:w-[36rem]",
  large: "wide:w-[56rem]",
};

interface CentredDialogProps extends DialogProps {
  size?: keyof typeof widths;
  /** Class for the height on wide screens where the content changes by itself, which would move the buttons. */
  height?: string;
}

/** Centred on wide screens, a bottom sheet below 1100 px. Returns the focus to its opener. */
export function Dialog({ size = "medium", height = "wide:h-fit", ...props }: CentredDialogProps) {
  return (
    <DialogFrame
      {...props}
      className={classNames(
        "dialog-motion inset-x-0 bottom-0 max-h-[calc(100dvh-6rem)] rounded-t-md border-t",
        "wide:inset-0 wide:m-auto wide:max-h-[86dvh] wide:max-w-[calc(100vw-3rem)] wide:rounded-md wide:border",
        widths[size],
        height,
      )}
    />
  );
}
