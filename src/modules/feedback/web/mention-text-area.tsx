import { type ComponentProps, type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from "react";

import type { PersonCard } from "#modules/people/contract.ts";
import { classNames } from "#ui/class-names.ts";
import { type Option, optionId, OptionList } from "#ui/option-list.tsx";
import { useActiveOption } from "#ui/use-active-option.ts";

import { maxCommentLength } from "../rules.ts";
import { insertMention, matchingMembers, mentionBefore, type MentionQuery } from "./mentions.ts";

interface MentionTextAreaProps extends Omit<ComponentProps<"textarea">, "onChange" | "value" | "onSubmit"> {
  /** Accessible name. */
  label: string;
  value: string;
  onChange: (text: string) => void;
  /** Ctrl or Cmd with Enter. */
  onSubmit: () => void;
  /** Escape, unless it closes the list of members. */
  onEscape: () => void;
  members: readonly PersonCard[];
  /** Position of the list of members: below the text, or above the nearest positioned ancestor. */
  side: "above" | "below";
}

/** A text area that offers the members of the task after an @. */
export function MentionTextArea(props: MentionTextAreaProps) {
  const { label, value, onChange, onSubmit, onEscape, members, side, className, ...area } = props;
  const listId = useId();
  const element = useRef<HTMLTextAreaElement>(null);
  const caret = useRef<number | null>(null);
  const [mention, setMention] = useState<MentionQuery | null>(null);
  const options = mention ? optionsOf(matchingMembers(members, mention.query)) : [];
  const isOpen = options.length > 0;
  const { active, activate, onKeyDown } = useActiveOption(options);
  useLayoutEffect(() => {
    if (caret.current === null) return;
    element.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- after the text with the mention was rendered.
  }, [value]);

  const choose = ({ label: name }: Option) => {
    if (!mention) return;
    const inserted = insertMention(value, mention, name);
    caret.current = inserted.caret;
    setMention(null);
    onChange(inserted.text);
  };
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      onSubmit();
      return;
    }
    const option = options[active];
    if (option && (event.key === "Enter" || event.key === "Tab")) {
      event.preventDefault();
      choose(option);
    } else if (event.key === "Escape") {
      // A dialog or full screen around it stays open.
      event.stopPropagation();
      if (isOpen) setMention(null);
      else onEscape();
    } else if (isOpen) onKeyDown(event);
  };
  return (
    <div className={side === "below" ? "relative" : undefined}>
      <textarea
        rows={1}
        dir="auto"
        {...area}
        ref={element}
        aria-label={label}
        aria-autocomplete="list"
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={isOpen ? optionId(listId, active) : undefined}
        maxLength={maxCommentLength}
        value={value}
        onChange={({ target }) => {
          onChange(target.value);
          setMention(mentionBefore(target.value, target.selectionStart));
        }}
        onSelect={({ currentTarget }) => {
          if (mention) setMention(mentionBefore(currentTarget.value, currentTarget.selectionStart));
        }}
        onBlur={() => setMention(null)}
        onKeyDown={press}
        className={classNames(
          "block field-sizing-content max-h-40 min-h-6 w-full resize-none bg-transparent text-ink placeholder:text-faint focus-visible:outline-none",
          className,
        )}
      />
      <div
        className={classNames(
          "absolute inset-x-0 z-30 rounded-md border bg-panel p-1",
          side === "above" ? "bottom-full mb-1" : "top-full mt-2",
          !isOpen && "hidden",
        )}
      >
        <OptionList
          id={listId}
          label="Members of this task"
          options={options}
          active={active}
          hidden={!isOpen}
          onChoose={choose}
          onPoint={activate}
        />
      </div>
      <output className="sr-only">
        {isOpen && `${options.length === 1 ? "1 person" : `${options.length} people`} to mention`}
      </output>
    </div>
  );
}

function optionsOf(members: readonly PersonCard[]): Option[] {
  return members.map(({ id, name, role, profileImgUrl }) => ({
    value: String(id),
    label: name,
    detail: role === "EDITOR" ? "editor" : "creator",
    avatarUrl: profileImgUrl,
  }));
}
