import { useId, useState } from "react";
import { toast } from "sonner";

import { useChange } from "#core/web/use-change.ts";
import { checksEndpoints, type TaskSpecification } from "#modules/checks/contract/checks.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { RadioCards } from "#ui/radio-cards.tsx";

import { taskSpecificationQuery } from "../queries.ts";
import { SpecificationForm } from "./specification-form.tsx";
import { SpecificationTable } from "./specification-table.tsx";

interface SpecificationDialogProps {
  taskId: number;
  specification: TaskSpecification;
  onClose: () => void;
}

/** Chooses between the creator's specification and one for this task only. */
export function SpecificationDialog({ taskId, specification, onClose }: SpecificationDialogProps) {
  const { task, creator } = specification;
  const [isOwn, setOwn] = useState(task !== null);
  const formId = useId();
  const save = useChange(checksEndpoints.saveTaskSpecification, {
    fallback: "The specification couldn't be saved.",
    stores: taskSpecificationQuery(taskId).queryKey,
    onSuccess: ({ message }) => {
      toast.success(message);
      onClose();
    },
  });
  const send = (next: TaskSpecification["task"]) =>
    save.mutate({ params: { id: taskId }, body: { specification: next } });
  const busy = save.isPending && "Saving...";
  return (
    <Dialog
      open
      onOpenChange={onClose}
      locked={save.isPending}
      title="Delivery specification"
      description="The technical check compares versions with it. It informs, and never blocks."
      footer={
        <>
          <Button onClick={onClose} disabled={save.isPending}>
            Cancel
          </Button>
          {isOwn ? (
            <Button key="own" type="submit" form={formId} variant="primary" busy={busy}>
              Save
            </Button>
          ) : (
            <Button key="creators" variant="primary" busy={busy} onClick={() => send(null)}>
              Save
            </Button>
          )}
        </>
      }
    >
      <RadioCards
        label="Specification of this task"
        value={isOwn ? "own" : "creators"}
        onChange={({ target }) => setOwn(target.value === "own")}
        options={[
          {
            value: "creators",
            label: "Creator's specification",
            description: "As in the creator's settings",
          },
          { value: "own", label: "Custom specification", description: "For this task only" },
        ]}
      />
      <div className="mt-5">
        {isOwn ? (
          <SpecificationForm id={formId} initial={task ?? creator} isSaving={save.isPending} onSave={send} />
        ) : (
          <SpecificationTable specification={creator} />
        )}
      </div>
    </Dialog>
  );
}
