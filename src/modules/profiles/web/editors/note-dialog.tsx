import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { z } from "zod";

import { useChange } from "#core/web/use-change.ts";
import type { TeamEditor } from "#modules/profiles/contract/editors.ts";
import { noteText, teamEndpoints } from "#modules/team/contract/team.ts";
import { FormDialog } from "#ui/form-dialog.tsx";
import { TextArea } from "#ui/text-area.tsx";

const values = z.object({ note: noteText });

/** Edits the note about an editor of the team. */
export function NoteDialog({
  editor: { editor, note },
  onClose,
}: {
  editor: TeamEditor;
  onClose: () => void;
}) {
  const form = useForm({ resolver: zodResolver(values), defaultValues: { note } });
  const save = useChange(teamEndpoints.changeMember, {
    fallback: "The note couldn't be saved. Try again.",
    form,
    onSuccess: onClose,
  });
  const busy = save.isPending;
  return (
    <FormDialog
      title={`Note about ${editor.name}`}
      description={`The managers of your team see it. ${editor.name} doesn't.`}
      submitLabel="Save"
      busy={busy && "Saving..."}
      onClose={onClose}
      onSubmit={form.handleSubmit((body) => save.mutate({ params: { personId: editor.id }, body }))}
    >
      <TextArea
        label="Note"
        rows={4}
        disabled={busy}
        error={form.formState.errors.note?.message}
        {...form.register("note")}
      />
    </FormDialog>
  );
}
