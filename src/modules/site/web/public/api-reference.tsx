import { useDeferredValue, useState } from "react";
import { useLocation } from "react-router";

import { type ApiDocument, groupByModule } from "#modules/site/rules/api-document.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { SearchField } from "#ui/search-field.tsx";
import { Skeleton } from "#ui/skeleton.tsx";

import { EndpointEntry } from "../api-reference/endpoint-entry.tsx";
import { documentUrl, useApiDocument } from "../api-reference/use-api-document.ts";
import { container } from "../container.ts";
import { Footer } from "../footer.tsx";

/** The reference of the API, rendered from the OpenAPI document of the server. */
export function ApiReference() {
  const { document, reload } = useApiDocument();
  const [search, setSearch] = useState("");
  return (
    <>
      <title>API reference · Reelay</title>
      <main id="content" tabIndex={-1} className={`${container} py-12 wide:py-16`}>
        <h1 className="font-hero text-[clamp(3rem,7vw,5.5rem)] leading-[0.92]">API reference</h1>
        <div className="mt-5 flex max-w-2xl flex-col gap-3 text-lg text-soft">
          <p>
            Every call of Reelay&apos;s screens, with the session cookie. Responses are{" "}
            <code className="numerals text-base text-ink">{"{ data, message }"}</code>, errors{" "}
            <code className="numerals text-base text-ink">{"{ message, code }"}</code> with a status of 400 or
            more.
          </p>
          <p>
            Also as an{" "}
            <a href={documentUrl} className="underline">
              OpenAPI 3.1 document
            </a>
            .
          </p>
        </div>
        <SearchField
          label="Search endpoints"
          placeholder="Search by path or description"
          value={search}
          onChange={setSearch}
          className="mt-10 max-w-md"
        />
        {document === "failed" && (
          <ErrorState
            className="mt-10"
            message="The API reference could not be loaded. Check your connection."
            onRetry={reload}
          />
        )}
        {document === null && <Loading />}
        {document !== null && document !== "failed" && <Endpoints document={document} search={search} />}
      </main>
      <Footer />
    </>
  );
}

function Endpoints({ document, search }: { document: ApiDocument; search: string }) {
  const fragment = useLocation().hash.slice(1);
  const wanted = useDeferredValue(search).trim().toLowerCase();
  const groups = groupByModule(document)
    .map(([module, entries]) => {
      const matches = entries.filter(({ path, method, operation }) =>
        `${method} ${path} ${operation.summary ?? ""}`.toLowerCase().includes(wanted),
      );
      return [module, matches] as const;
    })
    .filter(([, entries]) => entries.length > 0);
  if (groups.length === 0)
    return (
      <EmptyState title="No matching endpoints">Search for a part of a path, such as “task”.</EmptyState>
    );
  return (
    <div className="mt-10 grid gap-x-16 gap-y-10 wide:grid-cols-[12rem_minmax(0,1fr)]">
      <nav aria-label="Modules" className="self-start wide:sticky wide:top-24">
        <ul className="flex flex-wrap gap-x-4 wide:flex-col wide:border-l">
          {groups.map(([module, entries]) => (
            <li key={module}>
              <a
                href={`#${module}`}
                className="flex min-h-9 items-center justify-between gap-3 text-sm text-soft hover:text-ink pointer-coarse:min-h-11 wide:pl-4"
              >
                {module} <span className="tabular-nums">{entries.length}</span>
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="min-w-0">
        {groups.map(([module, entries]) => (
          <section
            key={module}
            id={module}
            aria-labelledby={`${module}-heading`}
            className="scroll-mt-24 pb-10"
          >
            <h2 id={`${module}-heading`} className="mb-3 font-heading text-2xl">
              {module}
            </h2>
            {entries.map((entry) => (
              <EndpointEntry key={entry.id} entry={entry} linked={entry.id === fragment} />
            ))}
          </section>
        ))}
      </div>
    </div>
  );
}

function Loading() {
  return (
    <div className="mt-10 flex flex-col gap-3">
      <output className="sr-only">Loading</output>
      {Array.from({ length: 10 }, (_, row) => (
        <Skeleton key={row} className="h-8 w-full" />
      ))}
    </div>
  );
}
