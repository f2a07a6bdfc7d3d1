import { cardLink, defineKind, editors, onVersion } from "./kind.ts";

export const uploadExpired = defineKind({
  label: "Expired uploads",
  roles: editors,
  notices: [{ on: "upload_expired", to: "editor", from: null }],
  data: onVersion,
  text: ({ title, version }) => ({
    title: `Upload expired: ${title}`,
    description: `The upload of version ${version} was inactive for 7 days and has expired. Upload the file again.`,
  }),
  link: cardLink,
});
