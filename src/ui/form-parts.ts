import { createContext, useContext, useEffect, useEffectEvent, useRef, useState } from "react";

/** Completes what the user has started in a part of a form. Returns false if the form must not be saved. */
type Finish = () => Promise<boolean>;

const FormPartsContext = createContext<Set<Finish> | null>(null);

/** Provides the parts of `useFormParts` to the components of a form. */
export const FormParts = FormPartsContext.Provider;

/**
 * The parts of a form that have steps of their own, such as a chosen file with an "Add" button. `finish` completes those
 * steps before the form is saved, and returns false if one of them failed.
 */
export function useFormParts() {
  const [parts] = useState(() => new Set<Finish>());
  const [isFinishing, setFinishing] = useState(false);
  const finish = async (): Promise<boolean> => {
    setFinishing(true);
    try {
      // Parts that appear meanwhile are completed too.
      for (const part of parts) if (!(await part())) return false;
      return true;
    } finally {
      setFinishing(false);
    }
  };
  return { parts, finish, isFinishing };
}

/** Registers the unfinished step of a part, as long as the component is shown. */
export function useFormPart(finish: Finish): void {
  const parts = useContext(FormPartsContext);
  const finishLatest = useEffectEvent(finish);
  useEffect(() => {
    const part = () => finishLatest();
    parts?.add(part);
    return () => void parts?.delete(part);
  }, [parts]);
}

/**
 * Registers an action of a part that has a button of its own, such as "Add", and returns its start. It runs once at a time,
 * and when the form is saved while it is `needed`.
 */
export function useFormStep(act: () => Promise<unknown>, needed = true): () => Promise<boolean> {
  const running = useRef<Promise<boolean>>(undefined);
  const run = () => {
    running.current ??= act()
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        running.current = undefined;
      });
    return running.current;
  };
  useFormPart(async () => (needed ? run() : true));
  return run;
}
