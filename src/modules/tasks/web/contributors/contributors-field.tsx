import { zodResolver } from "@hookform/resolvers/zod";
import { useId, useState } from "react";
import { useForm } from "react-hook-form";

import type { PersonCard } from "#modules/people/contract/people.ts";
import type { NewContributor } from "#modules/tasks/contract/contributor.ts";
import { newContributor } from "#modules/tasks/contract/contributors.ts";
import { maxContributors } from "#modules/tasks/rules/contributors.ts";
import { Avatar } from "#ui/avatar.tsx";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";

import { contributionText, ContributorFields, noContributor } from "./contributor-fields.tsx";

interface ContributorsFieldProps {
  value: readonly NewContributor[];
  onChange: (value: NewContributor[]) => void;
  /** Users whose pictures are known. */
  known: readonly PersonCard[];
  disabled: boolean;
  error: string | undefined;
}

/** The people who work on a task besides its editor, in the task form. They are saved with it. */
export function ContributorsField({ value, onChange, known, disabled, error }: ContributorsFieldProps) {
  const [adding, setAdding] = useState(false);
  const id = useId();
  return (
    <fieldset aria-describedby={`${id} ${id}-error`} disabled={disabled} className="min-w-0">
      <legend className="text-sm font-medium">
        Contributors <span className="ml-1 font-normal text-faint">optional</span>
      </legend>
      <p id={id} className="text-sm text-soft">
        They see the brief and the versions, and comment. The editor stays responsible.
      </p>
      {value.length > 0 && (
        <ul aria-label="Contributors" className="mt-2 border-t">
          {value.map((one) => (
            <li key={one.username} className="flex items-center justify-between gap-4 border-b py-2">
              <span className="flex min-w-0 items-center gap-3">
                <Avatar
                  name={one.username}
                  src={known.find(({ name }) => name === one.username)?.profileImgUrl ?? ""}
                  size={32}
                />
                <span className="min-w-0">
                  <bdi className="block wrap-anywhere">{one.username}</bdi>
                  <span className="block text-sm break-words text-soft">{contributionText(one)}</span>
                </span>
              </span>
              <Button
                size="small"
                aria-label={`Remove ${one.username} as a contributor`}
                onClick={() => onChange(value.filter((other) => other !== one))}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      {error !== undefined && (
        <p id={`${id}-error`} role="alert" className="mt-2 text-sm font-medium text-fault">
          {error}
        </p>
      )}
      {value.length < maxContributors && (
        <Button size="small" className="mt-3" onClick={() => setAdding(true)}>
          Add a contributor
        </Button>
      )}
      {adding && (
        <NewContributorDialog
          onClose={() => setAdding(false)}
          onAdd={(added) => {
            onChange([...value.filter(({ username }) => username !== added.username), added]);
            setAdding(false);
          }}
        />
      )}
    </fieldset>
  );
}

interface NewContributorDialogProps {
  onAdd: (added: NewContributor) => void;
  onClose: () => void;
}

/** A dialog, so that the task isn't saved without a contributor whose fields are filled in. */
function NewContributorDialog({ onAdd, onClose }: NewContributorDialogProps) {
  const form = useForm({ resolver: zodResolver(newContributor), defaultValues: noContributor });
  const id = useId();
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Add a contributor"
      description="They are notified when you save the task."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={id} variant="primary">
            Add
          </Button>
        </>
      }
    >
      <form
        id={id}
        noValidate
        aria-label="Add a contributor"
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          // The task form is an ancestor in React's tree.
          event.stopPropagation();
          void form.handleSubmit(onAdd)(event);
        }}
      >
        <ContributorFields form={form} />
      </form>
    </Dialog>
  );
}
