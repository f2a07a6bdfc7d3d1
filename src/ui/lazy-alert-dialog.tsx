import { type ComponentProps, lazy, Suspense } from "react";

const AlertDialog = lazy(async () => ({ default: (await import("./alert-dialog.tsx")).AlertDialog }));

/** An `AlertDialog` whose code is loaded when it first opens. */
export function LazyAlertDialog(props: ComponentProps<typeof AlertDialog>) {
  return <Suspense>{props.open && <AlertDialog {...props} />}</Suspense>;
}
