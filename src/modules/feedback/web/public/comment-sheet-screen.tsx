import { useQuery } from "@tanstack/react-query";
import { Printer } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { useSearchParams } from "react-router";

import type { ResponseOf } from "#core/endpoint.ts";
import { isNotFound } from "#core/error.ts";
import { call } from "#core/web/client.ts";
import { exportEndpoints } from "#modules/feedback/contract/export.ts";
import { countComments } from "#modules/feedback/rules/comment-counts.ts";
import { timecodeAt } from "#modules/feedback/rules/positions.ts";
import { rateName } from "#modules/media/rules/frames.ts";
import { hasGuides } from "#modules/media/rules/guides.ts";
import { readGuides } from "#modules/media/web/public/stored-guides.ts";
import { DeadEnd } from "#modules/sign-in/web/public/dead-end.tsx";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { Skeleton, SkeletonGroup } from "#ui/skeleton.tsx";

import { ExportMenu } from "../export/export-menu.tsx";
import { PrintedComment } from "../export/printed-comment.tsx";
import { PrintedFindings } from "../export/printed-findings.tsx";
import { allPages } from "../queries.ts";
import { commentSheetKey } from "../query-keys.ts";

type Sheet = ResponseOf<typeof exportEndpoints.commentSheet>;

/** All comments on the version that the URL names with their stills, laid out for printing. */
export function CommentSheetScreen({ taskId }: { taskId: number | null }) {
  const [parameters] = useSearchParams();
  const version = Number(parameters.get("version"));
  const hasVersion = Number.isSafeInteger(version) && version > 0;
  const start = parameters.get("start") ?? undefined;
  const sheet = useQuery({
    queryKey: [...commentSheetKey, taskId, version, start],
    queryFn: async ({ signal }) => {
      const options = { signal, fallback: "The comments can't be loaded right now. Try again." };
      const pages = await allPages(async (after) => {
        const input = { params: { id: taskId ?? 0 }, query: { version, start, after } };
        return (await call(exportEndpoints.commentSheet, input, options)).data;
      });
      return { ...pages[0], comments: pages.flatMap(({ comments }) => comments) };
    },
    enabled: taskId !== null && hasVersion,
  });
  return (
    <main
      id="content"
      tabIndex={-1}
      className="mx-auto max-w-4xl px-4 py-8 sm:px-8 print:max-w-none print:p-0"
    >
      {(taskId === null || !hasVersion) && (
        <DeadEnd message={taskId === null ? "Invalid Task ID" : "Invalid version"}>
          Open the comments from the preview.
        </DeadEnd>
      )}
      {sheet.isLoading && (
        <SkeletonGroup label="Loading the comments">
          <Skeleton className="h-10 w-1/2" />
          <Skeleton className="mt-8 h-32 w-full" />
          <Skeleton className="mt-6 h-32 w-full" />
        </SkeletonGroup>
      )}
      {sheet.error && isNotFound(sheet.error) && <DeadEnd message={sheet.error.message} />}
      {sheet.error && !isNotFound(sheet.error) && (
        <ErrorState message={sheet.error} onRetry={() => void sheet.refetch()} />
      )}
      {taskId !== null && sheet.data && (
        <SheetContent sheet={sheet.data} exported={{ taskId, version, start }} />
      )}
    </main>
  );
}

interface SheetContentProps {
  sheet: Sheet;
  exported: Omit<ComponentProps<typeof ExportMenu>, "first">;
}

function SheetContent({ sheet, exported }: SheetContentProps) {
  const { title, fileName, rate, dropFrame, comments } = sheet;
  const replies = Map.groupBy(comments, ({ parentId }) => parentId);
  const threads = [...(replies.get(null) ?? [])].sort((a, b) => a.inFrame - b.inFrame);
  const { open, all } = countComments(threads);
  const [guides] = useState(() => readGuides(String(exported.taskId)));
  const [includesGuides, setIncludesGuides] = useState(false);
  const counting = `${rateName(rate).replace(" DF", "")}${dropFrame ? " drop-frame" : ""} fps`;
  return (
    <>
      <header className="flex flex-wrap items-start justify-between gap-4 border-b-2 border-ink pb-4">
        <div className="min-w-0">
          <h1 dir="auto" className="font-heading text-2xl break-words">
            {title}
          </h1>
          <p className="numerals mt-1 text-sm break-words text-soft">
            Version {exported.version} · {fileName} · {counting}
          </p>
          <p className="numerals text-sm text-soft">
            {all} {all === 1 ? "comment" : "comments"} on this version, {open} open
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-2 print:hidden">
          {hasGuides(guides) && (
            <Checkbox
              label="Include guides"
              checked={includesGuides}
              onChange={({ target }) => setIncludesGuides(target.checked)}
              className="mr-2"
            />
          )}
          <ExportMenu {...exported} first={timecodeAt(0, sheet)} />
          <Button size="small" onClick={() => window.print()}>
            <Printer aria-hidden className="size-4" />
            Print
          </Button>
        </div>
      </header>
      {sheet.findings.length > 0 && <PrintedFindings findings={sheet.findings} counting={sheet} />}
      {threads.length === 0 && <p className="py-8 text-soft">No comments on this version</p>}
      <ol>
        {threads.map((comment) => (
          <PrintedComment
            key={comment.id}
            comment={comment}
            replies={replies.get(comment.id) ?? []}
            counting={sheet}
            guides={includesGuides ? guides : null}
          />
        ))}
      </ol>
    </>
  );
}
