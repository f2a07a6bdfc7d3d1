import type { ComponentType } from "react";

import { DialogLoadFailure, DialogLoading } from "./dialog-loading.tsx";
import { lazyCode } from "./lazy-code.ts";
import { useLazyCode } from "./use-lazy-code.ts";

/** Props of every dialog: the function that closes it. */
type Closable =
  | { onOpenChange: (open: boolean) => void }
  | { onClose: () => void }
  | { onCancel: () => void };

function close(props: Closable): void {
  if ("onOpenChange" in props) props.onOpenChange(false);
  else if ("onClose" in props) props.onClose();
  else props.onCancel();
}

/**
 * A dialog whose code is loaded when it first opens. Until then the user sees that it is loading, and after a failure the cause
 * and what they can do. It opens when it is loaded, unless the user has closed it. `pauses` are those of `lazyCode`.
 */
export function lazyDialog<P extends Closable & { open?: boolean }>(
  load: () => Promise<ComponentType<P>>,
  pauses?: readonly number[],
): ComponentType<P> {
  const code = lazyCode(load, pauses);
  return function LazyDialog(props: P) {
    const { open = true } = props;
    const { value: Dialog, status, retry } = useLazyCode(code, open);
    if (Dialog) return <Dialog {...props} />;
    if (!open) return null;
    if (status === "failed") return <DialogLoadFailure onRetry={retry} onClose={() => close(props)} />;
    return <DialogLoading />;
  };
}
