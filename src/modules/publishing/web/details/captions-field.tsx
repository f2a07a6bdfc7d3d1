import { useQuery } from "@tanstack/react-query";
import { Captions, Trash2 } from "lucide-react";
import { useId, useRef, useState } from "react";
import { flushSync } from "react-dom";

import { detectEncoding } from "#core/text-encoding.ts";
import { useChange } from "#core/web/use-change.ts";
import { type Caption, detailsEndpoints } from "#modules/publishing/contract/details.ts";
import { checkCaptions, maxCaptionFileBytes } from "#modules/publishing/rules/captions.ts";
import { languageName } from "#modules/publishing/rules/languages.ts";
import { Button } from "#ui/button.tsx";
import { useFormPart, useFormStep } from "#ui/form-parts.ts";
import { IconButton } from "#ui/icon-button.tsx";
import { SelectField } from "#ui/select-field.tsx";
import { TextField } from "#ui/text-field.tsx";

import { platformNames } from "../destinations/kind-names.ts";
import { languageOptions } from "./more-options.tsx";
import { detailsQuery } from "./queries.ts";

/**
 * Captions of the video: a list, and a form that adds an SRT or VTT file in a language. They are saved at once; a file that
 * is chosen but not added is added when the surrounding form is saved.
 */
export function CaptionsField({ taskId, disabled }: { taskId: number; disabled: boolean }) {
  const captions = useQuery(detailsQuery(taskId)).data?.captions ?? [];
  const [file, setFile] = useState<{ name: string; content: string } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const problemText = useRef<HTMLParagraphElement>(null);
  const reading = useRef<ReturnType<typeof readCaptions>>(undefined);
  const choose = async (chosen: File) => {
    const parsing = readCaptions(chosen);
    reading.current = parsing;
    const read = await parsing;
    if (reading.current !== parsing) return;
    // Shown at once, so that a form that is being saved adds it.
    flushSync(() => {
      setProblem("problem" in read ? read.problem : null);
      setFile("problem" in read ? null : read);
    });
  };
  useFormPart(async () => {
    const read = await reading.current;
    reading.current = undefined;
    if (read === undefined || !("problem" in read)) return true;
    // Scrolls there: the button that saves can be far below.
    problemText.current?.focus();
    return false;
  });
  return (
    <fieldset
      className="min-w-0"
      disabled={disabled}
      aria-labelledby={`${id}-name`}
      aria-describedby={`${id}-optional`}
    >
      <legend className="text-sm font-medium text-ink">
        <span id={`${id}-name`}>Captions</span>
        <span id={`${id}-optional`} className="ml-2 font-normal text-faint">
          optional
        </span>
      </legend>
      {captions.length > 0 && (
        <ul className="mt-1.5 divide-y rounded-sm border border-edge bg-panel">
          {captions.map((caption) => (
            <CaptionRow key={caption.id} taskId={taskId} caption={caption} />
          ))}
        </ul>
      )}
      <input
        ref={input}
        type="file"
        aria-label="Caption file"
        accept=".srt,.vtt"
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          const chosen = event.target.files?.[0];
          if (chosen) void choose(chosen);
          event.target.value = "";
        }}
      />
      {file ? (
        <NewCaption taskId={taskId} file={file} onDone={() => setFile(null)} />
      ) : (
        <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
          <Button size="small" onClick={() => input.current?.click()}>
            <Captions aria-hidden className="size-4" />
            Add captions
          </Button>
          <span className="text-sm text-soft">SRT or VTT, one file for each language</span>
        </div>
      )}
      <p
        ref={problemText}
        role="alert"
        tabIndex={-1}
        className="mt-1.5 scroll-my-24 text-sm font-medium text-fault empty:hidden"
      >
        {problem}
      </p>
    </fieldset>
  );
}

function CaptionRow({ taskId, caption }: { taskId: number; caption: Caption }) {
  const removing = useChange(detailsEndpoints.removeCaption, { refetch: [detailsQuery(taskId).queryKey] });
  const language = languageName(caption.language);
  const sent = caption.targets.filter(({ state }) => state === "sent");
  const problem = caption.targets.find(({ state }) => state === "failed")?.problem;
  return (
    <li className="flex min-h-11 flex-wrap items-center gap-x-3 px-3 py-1">
      <span className="font-medium">{language}</span>
      {caption.name && <span className="text-soft">{caption.name}</span>}
      <span className="min-w-0 flex-1 truncate text-sm text-soft">
        {caption.fileName}, <span className="numerals">{caption.cues}</span>{" "}
        {caption.cues === 1 ? "cue" : "cues"}
      </span>
      {sent.length > 0 ? (
        <span className="text-sm text-go">On {platformNames(sent).names}</span>
      ) : (
        <IconButton
          size="small"
          label={`Remove ${language} captions`}
          icon={<Trash2 className="size-4" />}
          disabled={removing.isPending}
          onClick={() => removing.mutate({ params: { taskId, captionId: caption.id } })}
        />
      )}
      {problem && <p className="w-full pb-1 text-sm text-fault">{problem}</p>}
    </li>
  );
}

interface NewCaptionProps {
  taskId: number;
  file: { name: string; content: string };
  onDone: () => void;
}

function NewCaption({ taskId, file, onDone }: NewCaptionProps) {
  const [language, setLanguage] = useState(() => fileLanguage(file.name));
  const [name, setName] = useState("");
  const adding = useChange(detailsEndpoints.addCaption, {
    refetch: [detailsQuery(taskId).queryKey],
    successToast: true,
    onSuccess: onDone,
  });
  const input = { params: { taskId }, body: { language, name, fileName: file.name, content: file.content } };
  const add = useFormStep(() => adding.mutateAsync(input));
  return (
    <div className="mt-3 flex flex-wrap items-end gap-3">
      <SelectField
        label={`Language of ${file.name}`}
        value={language}
        options={languageOptions}
        onChange={(event) => setLanguage(event.target.value)}
        className="min-w-48 flex-1"
      />
      <TextField
        label="Name"
        optional
        value={name}
        maxLength={150}
        autoComplete="off"
        placeholder="Such as “Lyrics”"
        onChange={(event) => setName(event.target.value)}
        className="min-w-40 flex-1"
      />
      <Button busy={adding.isPending && "Adding..."} onClick={() => void add()}>
        Add
      </Button>
      <Button variant="quiet" onClick={onDone}>
        Cancel
      </Button>
    </div>
  );
}

/** The language that a file name such as `rain.de.srt` ends with, else English. */
function fileLanguage(fileName: string): string {
  const tag = /\.([A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,4})?)\.\w+$/.exec(fileName)?.[1]?.toLowerCase();
  return languageOptions.find(({ value }) => value.toLowerCase() === tag)?.value ?? "en";
}

async function readCaptions(file: File): Promise<{ name: string; content: string } | { problem: string }> {
  const { name } = file;
  if (file.size > maxCaptionFileBytes) return { problem: `${name}: Use a caption file of less than 700 KB.` };
  const bytes = await file.arrayBuffer().then(
    (buffer) => new Uint8Array(buffer),
    () => null,
  );
  if (!bytes) return { problem: `${name} can't be read. Choose it again.` };
  const text = new TextDecoder(detectEncoding(bytes)).decode(bytes);
  if (text.includes("\0")) return { problem: `${name}: This file isn't text. Choose an SRT or VTT file.` };
  const { content, problem } = checkCaptions(text);
  return content === null ? { problem: `${name}: ${problem}` } : { name, content };
}
