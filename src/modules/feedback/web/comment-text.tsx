import { LinkedText } from "#ui/linked-text.tsx";

import { useCommentsContext } from "./comments-context.ts";
import { splitMentions } from "./mentions.ts";

/** The text of a comment with links and mentioned members. */
export function CommentText({ text, className }: { text: string; className?: string }) {
  const { members } = useCommentsContext();
  const renderPlain = (plain: string) =>
    splitMentions(plain, members).map(({ text: part, mention }) =>
      mention ? <Mention key={mention.at} text={part} id={mention.id} /> : part,
    );
  return <LinkedText text={text} renderPlain={renderPlain} {...(className !== undefined && { className })} />;
}

function Mention({ text, id }: { text: string; id: number }) {
  const { user } = useCommentsContext();
  return <span className={id === user.id ? "font-semibold text-amber" : "font-semibold"}>{text}</span>;
}
