import type { ReactNode } from "react";

import type { PersonCard } from "#modules/people/contract/people.ts";
import { Button } from "#ui/button.tsx";
import { AttachedImages, AttachImagesButton, type ImageAttachments } from "#ui/image-attachments.tsx";

import { MentionTextArea } from "./composer.tsx";

interface CommentFormProps {
  /** Receives the text area. */
  inputId?: string;
  label: string;
  placeholder?: string;
  submitLabel: string;
  text: string;
  onChange: (text: string) => void;
  onSubmit: () => void;
  onCancel: () => void;
  /** Cancels by default. */
  onEscape?: () => void;
  /** Whether there is something to send. */
  ready: boolean;
  busy?: string | false;
  /** Users who can be mentioned. */
  members: readonly PersonCard[];
  images?: ImageAttachments;
  /** Above the buttons. */
  children?: ReactNode;
  /** Before the buttons that end the form. */
  start?: ReactNode;
}

/** Shows the buttons too, which are below the text field that gets the focus. */
function scrollIntoView(form: HTMLElement | null): void {
  form?.scrollIntoView({ block: "nearest" });
}

/** A text below a comment with its buttons. */
export function CommentForm(props: CommentFormProps) {
  const { label, submitLabel, text, onChange, onSubmit, onCancel, ready, busy = false, images } = props;
  const submit = () => {
    if (ready && !busy) onSubmit();
  };
  return (
    <form
      ref={scrollIntoView}
      className="mt-2 scroll-mb-3"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className="rounded-sm border border-edge bg-background px-2.5 py-1.5 ring-around-text">
        <MentionTextArea
          id={props.inputId}
          label={label}
          placeholder={props.placeholder}
          value={text}
          onChange={onChange}
          onSubmit={submit}
          onEscape={props.onEscape ?? onCancel}
          members={props.members}
          side="below"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user has just asked for the form.
          autoFocus
        />
      </div>
      {props.children}
      <FormButtons>
        {props.start}
        {images && <AttachImagesButton size="small" onAttach={images.attach} />}
        <span className="grow" />
        <Button size="small" variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
        <Button size="small" variant="primary" type="submit" disabled={!ready} busy={busy}>
          {submitLabel}
        </Button>
      </FormButtons>
      {images && <AttachedImages {...images} />}
    </form>
  );
}

export function FormButtons({ children }: { children: ReactNode }) {
  return <div className="my-2 flex flex-wrap items-center gap-2">{children}</div>;
}
