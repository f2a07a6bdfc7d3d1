import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useId, useState } from "react";
import { useController } from "react-hook-form";

import { useChange } from "#core/web/use-change.ts";
import { isBlank } from "#core/written-text.ts";
import { type ChannelPlaylists, detailsEndpoints } from "#modules/publishing/contract/details.ts";
import type { DetailsInput, PublishOptions } from "#modules/publishing/rules/options.ts";
import { visibilities, type Visibility } from "#modules/publishing/rules/progress.ts";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { classNames } from "#ui/class-names.ts";
import { useFormStep } from "#ui/form-parts.ts";
import { SelectField } from "#ui/select-field.tsx";
import { TextField } from "#ui/text-field.tsx";

import { ProblemNote } from "../operations/problem-note.tsx";
import { useCan } from "../use-can.ts";
import { choicesQuery, showPlaylist } from "./queries.ts";

type Playlist = PublishOptions["playlists"][number];

interface PlaylistsFieldProps {
  taskId: number;
  disabled: boolean;
}

/** Chooses playlists of the task's channels in the surrounding form, and creates new ones. */
export function PlaylistsField({ taskId, disabled }: PlaylistsFieldProps) {
  const id = useId();
  const { field } = useController<DetailsInput, "options.playlists">({ name: "options.playlists" });
  const { data: choices } = useQuery(choicesQuery(taskId));
  const channels = choices?.channels ?? [];
  // Other platforms have no playlists.
  if (choices?.connected && channels.length === 0) return null;
  return (
    <fieldset
      className="min-w-0"
      disabled={disabled}
      aria-labelledby={`${id}-name`}
      aria-describedby={`${id}-optional`}
    >
      <legend className="text-sm font-medium text-ink">
        <span id={`${id}-name`}>Playlists</span>
        <span id={`${id}-optional`} className="ml-2 font-normal text-faint">
          optional
        </span>
      </legend>
      {choices?.connected === false && (
        <p className="mt-1.5 text-sm text-soft">
          Connect a channel to choose playlists. “Save Task” leads to YouTube; you can change the details
          afterwards.
        </p>
      )}
      {channels.map((channel) => (
        <fieldset key={channel.destinationId} className="mt-2 min-w-0">
          <legend className={channels.length > 1 ? "text-sm text-soft" : "sr-only"}>{channel.title}</legend>
          <PlaylistsOfChannel
            taskId={taskId}
            channel={channel}
            value={field.value}
            onChange={field.onChange}
          />
        </fieldset>
      ))}
    </fieldset>
  );
}

interface PlaylistsOfChannelProps {
  taskId: number;
  channel: ChannelPlaylists;
  value: readonly Playlist[];
  onChange: (playlists: Playlist[]) => void;
}

function PlaylistsOfChannel({ taskId, channel, value, onChange }: PlaylistsOfChannelProps) {
  const { destinationId, kind, problem, recoveryActions, playlists: known } = channel;
  const [creating, setCreating] = useState(false);
  const creates = useCan("manage");
  const chosen = new Set(value.map(({ id }) => id));
  const selected = value.filter((each) => each.destinationId === destinationId);
  // A chosen playlist stays in the list while it can't be read.
  const all = [...known, ...selected.filter(({ id }) => known.every((each) => each.id !== id))];
  const add = ({ id, title }: ChannelPlaylists["playlists"][number]) =>
    onChange([...value, { id, title, destinationId }]);
  return (
    <>
      {all.length > 0 && (
        <div
          className={classNames(
            "mt-1 grid max-h-56 gap-x-6 overflow-y-auto rounded-sm border border-edge bg-panel px-3 py-1.5",
            all.length > 1 && "sm:grid-cols-2",
          )}
        >
          {all.map((playlist) => (
            <Checkbox
              key={playlist.id}
              label={playlist.title}
              checked={chosen.has(playlist.id)}
              onChange={() => {
                if (chosen.has(playlist.id)) onChange(value.filter(({ id }) => id !== playlist.id));
                else add(playlist);
              }}
            />
          ))}
        </div>
      )}
      {problem !== null && (
        <ProblemNote problem={problem} recoveryActions={recoveryActions} taskId={taskId} kind={kind} />
      )}
      {problem === null && all.length === 0 && (
        <p className="text-sm text-soft">This channel has no playlists.</p>
      )}
      {creates && problem === null && !creating && (
        <Button size="small" variant="quiet" className="mt-2 -ml-3" onClick={() => setCreating(true)}>
          <Plus aria-hidden className="size-4" />
          New playlist
        </Button>
      )}
      {creating && (
        <NewPlaylist
          taskId={taskId}
          destinationId={destinationId}
          onCancel={() => setCreating(false)}
          onCreated={(playlist) => {
            setCreating(false);
            add(playlist);
          }}
        />
      )}
    </>
  );
}

const visibilityLabels: Record<Visibility, string> = {
  public: "Public",
  unlisted: "Unlisted",
  private: "Private",
};

interface NewPlaylistProps {
  taskId: number;
  destinationId: string;
  onCreated: (playlist: ChannelPlaylists["playlists"][number]) => void;
  onCancel: () => void;
}

function NewPlaylist({ taskId, destinationId, onCreated, onCancel }: NewPlaylistProps) {
  const queries = useQueryClient();
  const [title, setTitle] = useState("");
  const [privacy, setPrivacy] = useState<Visibility>("public");
  const creating = useChange(detailsEndpoints.createPlaylist, {
    successToast: true,
    onSuccess: ({ data }) => {
      showPlaylist(queries, { taskId, destinationId }, data);
      onCreated(data);
    },
  });
  const isEmpty = isBlank(title);
  const input = { body: { destinationId, title, privacy } };
  const create = useFormStep(() => creating.mutateAsync(input), !isEmpty);
  return (
    <div className="mt-3 flex flex-wrap items-end gap-3">
      <TextField
        label="Playlist title"
        value={title}
        maxLength={150}
        autoComplete="off"
        onChange={(event) => setTitle(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          if (!isEmpty) void create();
        }}
        className="min-w-48 flex-1"
      />
      <SelectField
        label="Playlist visibility"
        value={privacy}
        options={visibilities.map((value) => ({ value, label: visibilityLabels[value] }))}
        onChange={(event) => setPrivacy(event.target.value as Visibility)}
      />
      <Button disabled={isEmpty} busy={creating.isPending && "Creating..."} onClick={() => void create()}>
        Create playlist
      </Button>
      <Button variant="quiet" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}
