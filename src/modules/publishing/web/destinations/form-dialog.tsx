import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { toast } from "sonner";

import { AppError } from "#core/error.ts";
import { useChange } from "#core/web/use-change.ts";
import { type FormConnection, formEndpoint } from "#modules/publishing/contract/destinations.ts";
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
  const previous = form.loginEntries(account);
  const { data: kinds } = useQuery(kindsQuery);
  const [secondFactorNeeded, setSecondFactorNeeded] = useState(false);
  const [channels, setChannels] = useState<FormConnection["channels"]>([]);
  const connecting = useChange(formEndpoint(kind), {
    fallback: `Failed to connect the ${descriptors[kind].noun}`,
    errorToast: false,
    onSuccess: ({ data: { connected, channels } }) => {
      if (!connected) return setChannels(channels);
      toast.success(`${connected.title} is connected`);
      onClose();
    },
    onError: (error) => {
      if (error instanceof AppError && error.code === "second_factor_needed") setSecondFactorNeeded(true);
    },
  });
  const fields = form.fields.filter(
    ({ needed }) => !needed || (needed === "channels" ? channels.length > 0 : secondFactorNeeded),
  );
  const fieldChoices = ({ name, needed }: FormField) =>
    needed === "channels"
      ? channels.map((each) => ({ value: each.name, label: each.title }))
      : kinds
          ?.find((each) => each.kind === kind)
          ?.choices[name]?.map((choice) => ({ value: choice, label: choice }));
  const renderField = (field: FormField) => (
    <Input key={field.name} field={field} value={previous[field.name]} choices={fieldChoices(field)} />
  );
  return (
    <ConnectionDialog
      name={descriptors[kind].connectLabel}
      again={account !== ""}
      description={form.description}
      busy={connecting.isPending}
      error={connecting.error}
      onSubmit={(text) => {
        const entries = fields.map(({ name }) => [name, text(name)]);
        connecting.mutate({ body: { ...previous, ...Object.fromEntries(entries) } });
      }}
      onClose={onClose}
    >
      {inRows(fields, renderField)}
    </ConnectionDialog>
  );
}

/** The fields below each other, with pairs beside each other. */
function inRows(fields: readonly FormField[], renderField: (field: FormField) => ReactNode): ReactNode[] {
  return fields.map((field, index) => {
    if (fields[index - 1]?.paired) return null;
    const next = field.paired && fields[index + 1];
    if (!next) return renderField(field);
    return (
      <div key={field.name} className="grid gap-4 sm:grid-cols-2">
        {renderField(field)}
        {renderField(next)}
      </div>
    );
  });
}

interface InputProps {
  field: FormField;
  value: string | undefined;
  choices: { value: string; label: string }[] | undefined;
}

function Input({ field, value, choices }: InputProps) {
  const { name, label, hint, type = "text", optional = false, autoComplete = "off" } = field;
  if (choices) {
    return <SelectField name={name} label={label} hint={hint} options={choices} defaultValue={value} />;
  }
  return (
    <TextField
      name={name}
      label={label}
      hint={hint}
      type={type}
      optional={optional}
      inputMode={autoComplete === "one-time-code" ? "numeric" : "text"}
      autoComplete={autoComplete}
      defaultValue={value}
      required={!optional}
    />
  );
}
