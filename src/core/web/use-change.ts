import {
  type DataTag,
  type MutationKey,
  type QueryKey,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef } from "react";
import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import { toast } from "sonner";

import type { Endpoint, Input, ResponseOf } from "../endpoint.ts";
import { AppError } from "../error.ts";
import { call } from "./client.ts";
import { showErrorToast } from "./error-toast.ts";
import { reportMissed } from "./realtime-listeners.ts";
import { reloadQueries } from "./reload-queries.ts";

interface ActionOptions<I, R, F extends FieldValues> {
  /** Key by which other components notice that the action is running. */
  mutationKey?: MutationKey;
  /**
   * Keys of queries that are stale afterwards, also after a failure, and about which the server sends no realtime message.
   * After a success, the action is pending until those on screen are refetched.
   */
  refetch?: readonly QueryKey[];
  /** The form whose fields show their issues; the first one gets the focus. */
  form?: Pick<UseFormReturn<F>, "getValues" | "setError">;
  /** False where the component shows errors itself. Otherwise a toast does, unless fields have shown them. */
  errorToast?: boolean;
  /** Message of unexpected errors. */
  fallback?: string;
  onSuccess?: (result: R, input: I) => unknown;
  onError?: (error: Error, input: I) => void;
  onSettled?: () => void;
}

/** State and start of an action of the user that takes time, such as a download. */
export function useAction<R, I = void, F extends FieldValues = FieldValues>(
  act: (input: I) => Promise<R>,
  options: ActionOptions<I, R, F> = {},
) {
  const {
    mutationKey,
    refetch = [],
    form,
    errorToast = true,
    fallback,
    onSuccess,
    onError,
    onSettled,
  } = options;
  const queries = useQueryClient();
  return useMutation<R, Error, I>({
    ...(mutationKey && { mutationKey }),
    mutationFn: act,
    onSuccess: async (result, input) => {
      await reloadQueries(queries, refetch);
      await onSuccess?.(result, input);
    },
    onError: (error, input) => {
      const isShown = form !== undefined && showIssues(form, error);
      if (errorToast && !isShown) showErrorToast(error, fallback);
      onError?.(error, input);
      if (isContradicted(error)) reportMissed();
      void reloadQueries(queries, refetch);
    },
    onSettled: () => onSettled?.(),
  });
}

/** Runs an action once when the component appears, although React may mount a component twice. */
export function useActionOnMount<R>(act: () => Promise<R>, options: ActionOptions<void, R, FieldValues>) {
  const action = useAction(act, options);
  const onMount = useEffectEvent(() => action.mutate());
  const hasStarted = useRef(false);
  useEffect(() => {
    if (!hasStarted.current) onMount();
    hasStarted.current = true;
  }, []);
  return action;
}

type Called<E extends Endpoint> = Awaited<ReturnType<typeof call<E>>>;
type ChangeInput<E extends Endpoint> = Input<E> extends Record<string, never> ? void : Input<E>;

interface ChangeOptions<E extends Endpoint, F extends FieldValues> extends ActionOptions<
  ChangeInput<E>,
  Called<E>,
  F
> {
  /** Message if the server can't be reached, instead of `fallback`. */
  unreachable?: string;
  /** Key of the query whose data is the data of the response. */
  stores?: DataTag<QueryKey, ResponseOf<E>, Error>;
  /** Whether a toast shows the server's message after success. */
  successToast?: boolean;
}

/**
 * State and start of a change through an endpoint. The queries that realtime messages report as stale are refetched even
 * while the realtime connection is down: `call` delivers the messages that follow from the change.
 */
export function useChange<E extends Endpoint, F extends FieldValues = FieldValues>(
  endpoint: E,
  options: ChangeOptions<E, F> = {},
) {
  const { unreachable, stores, successToast = false, ...rest } = options;
  const queries = useQueryClient();
  const messages = {
    ...(rest.fallback !== undefined && { fallback: rest.fallback }),
    ...(unreachable !== undefined && { unreachable }),
  };
  const change = async (input: ChangeInput<E>): Promise<Called<E>> => {
    const result = await call(endpoint, (input ?? {}) as Parameters<typeof call<E>>[1], messages);
    if (stores) queries.setQueryData<ResponseOf<E>>(stores, result.data);
    if (successToast) toast.success(result.message);
    return result;
  };
  return useAction(change, rest);
}

/** Whether an action was refused because something has changed or was deleted that the page still shows. */
function isContradicted(error: Error): boolean {
  return error instanceof AppError && (error.status === 404 || error.status === 409);
}

/** Shows issues of an error at fields of the form. Returns whether there were any. */
function showIssues<F extends FieldValues>(
  { getValues, setError }: Pick<UseFormReturn<F>, "getValues" | "setError">,
  error: Error,
): boolean {
  const fields = Object.keys(getValues());
  const issues = error instanceof AppError ? (error.issues ?? []) : [];
  const fieldIssues = issues.filter(({ path }) => fields.includes(path.split(".")[0] ?? ""));
  for (const [index, { path, message }] of fieldIssues.entries()) {
    setError(path as Path<F>, { message }, { shouldFocus: index === 0 });
  }
  return fieldIssues.length > 0;
}
