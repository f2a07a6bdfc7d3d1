import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";

import type { PublishOptions } from "#modules/publishing/rules/options.ts";
import { visibilities, type Visibility } from "#modules/publishing/rules/progress.ts";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { showErrorToast } from "#ui/error-toast.ts";
import { SelectField } from "#ui/select-field.tsx";
import { TextField } from "#ui/text-field.tsx";

import { useAuthorization } from "../use-authorization.ts";
import { choicesQuery, createPlaylist } from "./queries.ts";

type Playlist = PublishOptions["playlists"][number];

interface PlaylistsFieldProps {
  taskId: number;
  value: readonly Playlist[];
  onChange: (playlists: Playlist[]) => void;
  disabled: boolean;
}

/** Chooses playlists of the connected channel, and creates new ones. */
export function PlaylistsField({ taskId, value, onChange, disabled }: PlaylistsFieldProps) {
  const { data: choices } = useQuery(choicesQuery);
  const [creating, setCreating] = useState(false);
  const known = choices?.playlists ?? [];
  // A chosen playlist stays in the list while it can't be read.
  const all = [...known, ...value.filter(({ id }) => known.every((each) => each.id !== id))];
  const choose = (playlist: Playlist, chosen: boolean) =>
    onChange(chosen ? [...value, playlist] : value.filter(({ id }) => id !== playlist.id));
  return (
    <fieldset className="min-w-0" disabled={disabled}>
      <legend className="text-sm font-medium text-ink">
        Playlists<span className="ml-2 font-normal text-faint">optional</span>
      </legend>
      {all.length > 0 && (
        <div className="mt-1.5 grid max-h-56 gap-x-6 overflow-y-auto rounded-sm border border-edge bg-panel px-3 py-1.5 sm:grid-cols-2">
          {all.map((playlist) => (
            <Checkbox
              key={playlist.id}
              label={playlist.title}
              checked={value.some(({ id }) => id === playlist.id)}
              onChange={(event) => choose(playlist, event.target.checked)}
            />
          ))}
        </div>
      )}
      {choices?.connected === false && (
        <p className="mt-1.5 text-sm text-soft">
          Connect a channel to choose playlists. “Save Task” leads to YouTube; you can change the details
          afterwards.
        </p>
      )}
      {choices && choices.problem !== null && (
        <Problem problem={choices.problem} reconnect={choices.reconnect} taskId={taskId} />
      )}
      {choices?.connected && choices.problem === null && (
        <>
          {all.length === 0 && <p className="mt-1.5 text-sm text-soft">This channel has no playlists.</p>}
          {creating ? (
            <NewPlaylist
              onCancel={() => setCreating(false)}
              onCreated={(playlist) => {
                setCreating(false);
                choose(playlist, true);
              }}
            />
          ) : (
            <Button size="small" variant="quiet" className="mt-2 -ml-3" onClick={() => setCreating(true)}>
              <Plus aria-hidden className="size-4" />
              New playlist
            </Button>
          )}
        </>
      )}
    </fieldset>
  );
}

/** What is wrong with the connection, and a button to solve it. */
export function Problem({
  problem,
  reconnect,
  taskId,
}: {
  problem: string;
  reconnect: boolean;
  taskId: number;
}) {
  const { continueToPlatform, redirecting } = useAuthorization();
  return (
    <div className="mt-1.5 border-l-2 border-amber pl-3 text-sm text-soft">
      <p>{problem}</p>
      {reconnect && (
        <Button
          size="small"
          className="mt-2"
          busy={redirecting && "Redirecting to OAuth..."}
          onClick={() => continueToPlatform({ taskId, reconnect: true })}
        >
          Reconnect
        </Button>
      )}
    </div>
  );
}

const visibilityLabels: Record<Visibility, string> = {
  public: "Public",
  unlisted: "Unlisted",
  private: "Private",
};

function NewPlaylist({
  onCreated,
  onCancel,
}: {
  onCreated: (playlist: Playlist) => void;
  onCancel: () => void;
}) {
  const queries = useQueryClient();
  const [title, setTitle] = useState("");
  const [privacy, setPrivacy] = useState<Visibility>("public");
  const creating = useMutation({
    mutationFn: () => createPlaylist({ title, privacy }),
    onSuccess: ({ data, message }) => {
      toast.success(message);
      queries.setQueryData(
        choicesQuery.queryKey,
        (before) => before && { ...before, playlists: [data, ...before.playlists] },
      );
      onCreated(data);
    },
    onError: (error) => showErrorToast(error),
  });
  return (
    <div className="mt-3 flex flex-wrap items-end gap-3">
      <TextField
        label="Title of the playlist"
        value={title}
        maxLength={150}
        autoComplete="off"
        onChange={(event) => setTitle(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          if (title.trim() !== "") creating.mutate();
        }}
        className="min-w-48 flex-1"
      />
      <SelectField
        label="Visibility of the playlist"
        value={privacy}
        options={visibilities.map((value) => ({ value, label: visibilityLabels[value] }))}
        onChange={(event) => setPrivacy(event.target.value as Visibility)}
      />
      <Button
        disabled={title.trim() === ""}
        busy={creating.isPending && "Creating..."}
        onClick={() => creating.mutate()}
      >
        Create playlist
      </Button>
      <Button variant="quiet" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}
