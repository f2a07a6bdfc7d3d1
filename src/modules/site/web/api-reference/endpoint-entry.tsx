import { useState } from "react";

import {
  type ApiEntry,
  type ApiField,
  schemaFields,
  type JsonSchema,
  typeName,
} from "#modules/site/rules/api-document.ts";

/** An endpoint as a line that opens to its permission, parameters, body and response. */
export function EndpointEntry({ entry, linked }: { entry: ApiEntry; linked: boolean }) {
  const { id, method, path, operation } = entry;
  const [open, setOpen] = useState(linked);
  return (
    <details
      id={id}
      open={open}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="scroll-mt-24 border-t"
    >
      <summary className="grid min-h-11 cursor-pointer grid-cols-[4rem_minmax(0,1fr)] items-baseline gap-x-3 py-2.5 transition-colors hover:bg-raised sm:grid-cols-[4rem_minmax(0,1.2fr)_minmax(0,1fr)]">
        <span className="numerals text-sm text-soft">{method}</span>
        <code className="numerals text-sm break-words">{path}</code>
        <span className="col-start-2 text-sm text-soft sm:col-start-auto">{operation.summary}</span>
      </summary>
      {open && <Details entry={entry} />}
    </details>
  );
}

function Details({ entry: { id, operation } }: { entry: ApiEntry }) {
  const bodies = Object.entries(operation.requestBody?.content ?? {});
  const response = operation.responses?.["200"]?.content?.["application/json"]?.schema;
  const parameters = operation.parameters ?? [];
  return (
    <div className="flex flex-col gap-6 pt-2 pb-8 sm:pl-19">
      <p className="text-sm text-soft">
        {operation.description}{" "}
        <a href={`#${id}`} className="underline">
          Link to this endpoint
        </a>
      </p>
      {parameters.length > 0 && (
        <Fields
          title="Parameters"
          fields={parameters.map(({ name, in: place, required = false, schema = {} }) => {
            const [field] = schemaFields(schema, name, required);
            return {
              path: name,
              type: typeName(schema),
              required,
              notes: [`in the ${place}`, field?.notes].filter(Boolean).join(", "),
            };
          })}
        />
      )}
      {bodies.map(([type, { schema }]) => (
        <SchemaFields key={type} title={`Body (${type})`} schema={schema} />
      ))}
      <SchemaFields title="Response" schema={response} />
    </div>
  );
}

function SchemaFields({ title, schema }: { title: string; schema: JsonSchema | undefined }) {
  const fields = schema ? schemaFields(schema) : [];
  return fields.length > 0 && <Fields title={title} fields={fields} />;
}

function Fields({ title, fields }: { title: string; fields: readonly ApiField[] }) {
  return (
    <section aria-label={title}>
      <h3 className="font-heading text-lg">{title}</h3>
      <dl className="mt-2 border-t">
        {fields.map(({ path, type, required, notes }) => (
          <div
            key={path}
            className="grid gap-x-4 gap-y-0.5 border-b py-1.5 text-sm sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]"
          >
            <dt className="numerals break-words">
              {path}
              {required && <span className="text-soft"> required</span>}
            </dt>
            <dd className="break-words text-soft">
              {type}
              {notes !== "" && ` (${notes})`}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
