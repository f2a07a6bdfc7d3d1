import { useEffect } from "react";
import { type Control, type FieldValues, useWatch } from "react-hook-form";

interface DraftKeeperProps<Values extends FieldValues, Valid> {
  control: Control<Values, unknown, Valid>;
  /** Stores the values; the same function until what they are compared with changes. */
  keep: (values: Values) => void;
}

/** Stores each change of a form. A component of its own, so that typing doesn't render the whole form. */
export function DraftKeeper<Values extends FieldValues, Valid>({
  control,
  keep,
}: DraftKeeperProps<Values, Valid>): null {
  const values = useWatch({ control });
  useEffect(() => {
    // The library's type of watched values makes every property optional, also nested ones.
    keep(values as Values);
  }, [keep, values]);
  return null;
}
