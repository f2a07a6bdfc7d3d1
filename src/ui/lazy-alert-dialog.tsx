import type { ComponentProps } from "react";

import { lazyDialog } from "./lazy-dialog.tsx";

const AlertDialog = lazyDialog(async () => (await import("./alert-dialog.tsx")).AlertDialog);

/** An `AlertDialog` whose code is loaded when it first opens. */
export function LazyAlertDialog(props: ComponentProps<typeof AlertDialog>) {
  return props.open && <AlertDialog {...props} />;
}
