import { cardLink, creators, defineKind, onTask, stage } from "./kind.ts";
import { withoutEditorText } from "./without-editor.ts";

export const editorLeft = defineKind({
  label: "Editors who deleted their account",
  roles: creators,
  managersWith: "edit",
  notices: [{ on: "editor_left", to: "creator", from: null }],
  data: onTask.extend({ stage }),
  text: (data) => ({
    title: `Your editor deleted their account: ${data.title}`,
    description: withoutEditorText(data.stage),
  }),
  link: cardLink,
});
