import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { z } from "zod";

import { useChange } from "#core/web/use-change.ts";
import type { TeamEditor } from "#modules/profiles/contract/editors.ts";
import { noteText, teamEndpoints } from "#modules/team/contract/team.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
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
    <Dialog
      open
      onOpenChange={onClose}
      locked={busy}
      size="small"
      title={`Note about ${editor.name}`}
      description={`The managers of your team see it. ${editor.name} doesn't.`}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" form="editor-note" variant="primary" busy={busy && "Saving..."}>
            Save
          </Button>
        </>
      }
    >
      <form
        id="editor-note"
        noValidate
        onSubmit={(event) =>
          void form.handleSubmit((body) => save.mutate({ params: { personId: editor.id }, body }))(event)
        }
      >
        <TextArea
          label="Note"
          rows={4}
          disabled={busy}
          error={form.formState.errors.note?.message}
          {...form.register("note")}
        />
      </form>
    </Dialog>
  );
}
