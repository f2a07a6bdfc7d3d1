import { useState } from "react";

import { Checkbox } from "#ui/checkbox.tsx";
import { CodeInput } from "#ui/code-input.tsx";
import { Combobox } from "#ui/combobox.tsx";
import { DropZone } from "#ui/drop-zone.tsx";
import { FileField } from "#ui/file-field.tsx";
import { RadioCards } from "#ui/radio-cards.tsx";
import { SelectField } from "#ui/select-field.tsx";
import { Switch } from "#ui/switch.tsx";
import { TagInput } from "#ui/tag-input.tsx";
import { TextArea } from "#ui/text-area.tsx";
import { TextField } from "#ui/text-field.tsx";

import { Part, Section } from "./section.tsx";

const editors = [
  { value: "1", label: "Anika Rao", detail: "12 videos" },
  { value: "2", label: "Noor Siddiqui", detail: "4 videos" },
];
const visibilities = [
  { value: "public", label: "Public" },
  { value: "private", label: "Private" },
];
const nothing = () => undefined;

export function Fields() {
  const [code, setCode] = useState("A7");
  const [tags, setTags] = useState(["trains", "monsoon"]);
  const [editor, setEditor] = useState<(typeof editors)[number] | null>(null);
  const [query, setQuery] = useState("");
  const [file, setFile] = useState<File | null>(null);
  const matches = editors.filter(({ label }) => label.toLowerCase().includes(query.toLowerCase()));
  return (
    <Section title="Fields">
      <Part name="text-field">
        <TextField label="Task title" hint="Shown to your editor." placeholder="Title" />
        <TextField label="Task title" optional defaultValue="Monsoon on the Konkan line" />
        <TextField label="Email" error="Use a real email address." defaultValue="meera@" />
        <TextField label="Task title" disabled defaultValue="Disabled" />
      </Part>
      <Part name="text-area">
        <TextArea label="Work description" hint="What the editor should do." />
        <TextArea label="Work description" error="Write a description." />
      </Part>
      <Part name="select-field">
        <SelectField label="Visibility" options={visibilities} />
        <SelectField label="Visibility" options={visibilities} error="Choose a visibility." />
        <SelectField label="Visibility" options={visibilities} disabled />
      </Part>
      <Part name="code-input">
        <CodeInput label="Code" length={4} value={code} onChange={setCode} />
        <CodeInput label="Code" length={4} value="A7K2" onChange={nothing} error="The code is wrong." />
      </Part>
      <Part name="checkbox, switch">
        <Checkbox label="Made for kids" defaultChecked />
        <Checkbox label="Made for kids" hint="Disables comments." />
        <Checkbox label="Disabled" disabled />
        <Switch label="Push Notifications" hint="In this browser." defaultChecked />
        <Switch label="Email Notifications" />
        <Switch label="Disabled" disabled />
      </Part>
      <Part name="radio-cards">
        <RadioCards
          label="I am a"
          name="role"
          options={[
            { value: "YOUTUBER", label: "Youtuber", description: "I publish videos." },
            { value: "EDITOR", label: "Editor", description: "I edit them." },
          ]}
          hint="You can't change it later."
        />
        <RadioCards label="I am a" name="role-missing" options={visibilities} error="Please select a role" />
      </Part>
      <Part name="tag-input">
        <TagInput label="Tags" value={tags} onChange={setTags} />
        <TagInput label="Tags" value={[]} onChange={nothing} error="Use at most 500 characters." />
      </Part>
      <Part name="combobox">
        <Combobox
          label="Editor"
          value={editor}
          onChange={(option) => setEditor(editors.find(({ value }) => value === option?.value) ?? null)}
          onQueryChange={setQuery}
          options={matches}
          emptyText="No editor with that name. Choose one from the list."
        />
        <Combobox
          label="Editor"
          value={null}
          onChange={nothing}
          onQueryChange={nothing}
          options={[]}
          loading
          emptyText="No editor with that name."
        />
      </Part>
      <Part name="file-field">
        <FileField label="Thumbnail" value={file} onChange={setFile} accept="image/*" />
        <FileField
          label="Picture"
          shape="round"
          currentUrl="/icons/icon-192.png"
          onRemoveCurrent={nothing}
          value={null}
          onChange={nothing}
        />
        <FileField
          label="Banner"
          shape="banner"
          value={null}
          onChange={nothing}
          error="This isn't an image."
        />
        <FileField label="Thumbnail" value={null} onChange={nothing} preparing="shore.png" />
      </Part>
      <Part name="drop-zone">
        <DropZone title="Drop the video here" hint="Up to 256 GB" onFiles={nothing} />
        <DropZone title="Drop the video here" disabled onFiles={nothing} />
      </Part>
    </Section>
  );
}
