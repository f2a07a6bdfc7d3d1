import { z } from "zod";

const trace = z.object({
  traceEvents: z.array(
    z.looseObject({
      name: z.string(),
      pid: z.number(),
      tid: z.number(),
      /** Microseconds. */
      dur: z.number().optional(),
      /** Microseconds of the processor's time. */
      tdur: z.number().optional(),
      args: z.record(z.string(), z.unknown()).optional(),
    }),
  ),
});

/** Milliseconds of the longest task, and of the one that took most of the processor's time; equal on an idle machine. */
export interface LongestTasks {
  elapsed: number;
  processor: number;
}

/** The longest tasks on the main thread of any page in a Chromium trace of `toplevel`. */
export function longestTasks(recorded: Buffer): LongestTasks {
  const { traceEvents } = trace.parse(JSON.parse(recorded.toString()));
  const threadOf = ({ pid, tid }: { pid: number; tid: number }) => `${pid} ${tid}`;
  const mainThreads = new Set(
    traceEvents
      .filter(({ name, args }) => name === "thread_name" && args?.["name"] === "CrRendererMain")
      .map(threadOf),
  );
  const tasks = traceEvents.filter(
    (event) => event.name === "ThreadControllerImpl::RunTask" && mainThreads.has(threadOf(event)),
  );
  if (tasks.length === 0) throw new Error("The trace has no tasks.");
  const longest = (part: "dur" | "tdur") =>
    tasks.reduce((most, event) => Math.max(most, event[part] ?? 0), 0) / 1000;
  return { elapsed: longest("dur"), processor: longest("tdur") };
}
