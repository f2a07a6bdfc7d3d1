import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { toast } from "sonner";

import { useChange } from "#core/web/use-change.ts";
import { formEndpoint } from "#modules/publishing/contract/destinations.ts";
import type { ConnectionForm, FormField } from "#modules/publishing/platforms/descriptor.ts";
import { descriptors, type DestinationKind } from "#modules/publishing/platforms/platforms.ts";
import { SelectField } from "#ui/select-field.tsx";
import { TextField } from "#ui/text-field.tsx";

import { ConnectionDialog } from "./connection-dialog.tsx";
import { kindsQuery } from "./queries.ts";

interface FormDialogProps {
  kind: DestinationKind;
  form: ConnectionForm;
  /** The account of a connection to renew; empty for a new one. */
  account: string;
  onClose: () => void;
}

/** Connects a destination with the form of its platform. */
export function FormDialog({ kind, form, account, onClose }: FormDialogProps) {
  const known = form.entriesOf(account);
  const { data: kinds } = useQuery(kindsQuery);
  const choices = kinds?.find((each) => each.kind === kind)?.choices ?? {};
  const connecting = useChange(formEndpoint(kind), {
    fallback: `Failed to connect the ${descriptors[kind].noun}`,
    errorToast: false,
    onSuccess: ({ data }) => {
      toast.success(`${data.title} is connected`);
      onClose();
    },
  });
  const inputOf = (field: FormField) => (
    <Input key={field.name} field={field} value={known[field.name]} choices={choices[field.name]} />
  );
  return (
    <ConnectionDialog
      name={descriptors[kind].connectLabel}
      again={account !== ""}
      description={form.description}
      busy={connecting.isPending}
      error={connecting.error}
      onSubmit={(text) =>
        connecting.mutate({ body: Object.fromEntries(form.fields.map(({ name }) => [name, text(name)])) })
      }
      onClose={onClose}
    >
      {inRows(form.fields, inputOf)}
    </ConnectionDialog>
  );
}

/** The fields below each other, with pairs beside each other. */
function inRows(fields: readonly FormField[], inputOf: (field: FormField) => ReactNode): ReactNode[] {
  return fields.map((field, index) => {
    if (fields[index - 1]?.paired) return null;
    const next = field.paired && fields[index + 1];
    if (!next) return inputOf(field);
    return (
      <div key={field.name} className="grid gap-4 sm:grid-cols-2">
        {inputOf(field)}
        {inputOf(next)}
      </div>
    );
  });
}

interface InputProps {
  field: FormField;
  value: string | undefined;
  choices: readonly string[] | undefined;
}

function Input({ field, value, choices }: InputProps) {
  const { name, label, hint, type = "text", optional = false, autoComplete = "off" } = field;
  if (choices) {
    const options = choices.map((choice) => ({ value: choice, label: choice }));
    return <SelectField name={name} label={label} hint={hint} options={options} defaultValue={value} />;
  }
  return (
    <TextField
      name={name}
      label={label}
      hint={hint}
      type={type}
      optional={optional}
      autoComplete={autoComplete}
      defaultValue={value}
      required={!optional}
    />
  );
}
