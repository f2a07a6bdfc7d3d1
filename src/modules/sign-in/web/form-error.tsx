import { AppError } from "#core/error.ts";

import { errorMessage } from "./error-message.ts";

interface FormErrorProps {
  error: Error | null | false;
  /** The message of an unexpected error. */
  fallback?: string;
  className?: string;
}

/** The error of a form's request, with its cause below. */
export function FormError({ error, fallback, className = "" }: FormErrorProps) {
  const detail = error instanceof AppError ? error.detail : undefined;
  return (
    <div role="alert" className={`empty:hidden ${className}`}>
      {error && (
        <p className="text-sm font-medium text-fault">
          {fallback === undefined ? error.message : errorMessage(error, fallback)}
        </p>
      )}
      {detail !== undefined && <p className="mt-1 text-sm text-soft">{detail}</p>}
    </div>
  );
}
