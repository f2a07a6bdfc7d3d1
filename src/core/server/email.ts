/** Content of an email as plain text, with a code, a button, or neither. */
export interface EmailContent {
  subject: string;
  /** Name of the user who caused it, shown above the heading. */
  from?: string | null;
  heading: string;
  /** Shown above the paragraphs. */
  picture?: EmailPicture | undefined;
  paragraphs: readonly string[];
  /** Items of a list, such as those of a digest. */
  entries?: readonly EmailEntry[];
  /** One-time code, shown large. */
  code?: string;
  button?: EmailLink;
  /** Reason for the email, as stated below it. */
  reason: string;
  footerLinks?: readonly EmailLink[];
}

/** A picture that is attached to the email under this id. */
export interface EmailPicture {
  cid: string;
  alt: string;
}

/** An item of a list, with a link. `details` are its sender and time. */
export interface EmailEntry {
  title: string;
  text: string;
  details: string;
  address: string;
  picture?: EmailPicture | undefined;
}

/** `address` is absolute. */
interface EmailLink {
  label: string;
  address: string;
}

export interface RenderedEmail {
  subject: string;
  text: string;
  html: string;
}

/** Tokens of the light theme as hex colours, which every email client understands. */
const paper = "#f9f6f1";
const panel = "#fffdfa";
const line = "#dad5cd";
const edge = "#8c857d";
const ink = "#1f1915";
const soft = "#554e48";
const onInk = "#fcfaf6";
const tally = "#d12c03";

const sans = "'Instrument Sans','Helvetica Neue',Helvetica,Arial,sans-serif";
const display = "'Bricolage Grotesque','Arial Narrow','Helvetica Neue',Helvetica,Arial,sans-serif";
const mono = "'Geist Mono','SF Mono',Menlo,Consolas,monospace";

/** Renders subject, plain text and HTML; user content is escaped. */
export function renderEmail(content: EmailContent): RenderedEmail {
  const subject = onOneLine(content.subject);
  return { subject, text: plainText(content), html: page(subject, content) };
}

function onOneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}

function plainText(content: EmailContent): string {
  const { from, heading, paragraphs, entries = [], code, button, reason, footerLinks = [] } = content;
  const parts = [
    onOneLine(heading) + (from ? `\nFrom ${from}` : ""),
    ...(code ? [`    ${code}`] : []),
    ...entries.map(({ title, text, details, address }) =>
      [title, text, details, address].filter(Boolean).join("\n"),
    ),
    ...paragraphs,
    ...(button ? [`${button.label}:\n${button.address}`] : []),
    [reason, ...footerLinks.map(({ label, address }) => `${label}: ${address}`)].join("\n"),
  ];
  return `${parts.join("\n\n")}\n`;
}

function page(subject: string, content: EmailContent): string {
  const {
    from,
    heading,
    picture,
    paragraphs,
    entries = [],
    code,
    button,
    reason,
    footerLinks = [],
  } = content;
  const inside = [
    from
      ? `<p class="soft" style="margin:0 0 4px;font:400 14px/20px ${sans};color:${soft}">${escaped(from)}</p>`
      : "",
    `<h1 class="ink" style="margin:0;font:700 24px/30px ${display};letter-spacing:-0.01em;color:${ink};word-break:break-word">${escaped(onOneLine(heading))}</h1>`,
    code ? largeCode(code) : "",
    picture ? largePicture(picture) : "",
    ...entries.map(entryRow),
    ...paragraphs.map(
      (text) =>
        `<p class="ink" style="margin:14px 0 0;font:400 16px/25px ${sans};color:${ink};word-break:break-word">${broken(text)}</p>`,
    ),
    button ? largeButton(button) : "",
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<style>${darkTheme}
${narrowWindow}</style>
<title>${escaped(subject)}</title>
</head>
<body class="paper ink" style="margin:0;padding:0;background:${paper};color:${ink};font-family:${sans}">
<div style="display:none;max-height:0;overflow:hidden">${escaped(paragraphs[0] ?? entries[0]?.title ?? "")}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${paper}" class="paper">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px">
<tr><td class="ink" style="font:700 22px/24px ${display};letter-spacing:-0.01em;color:${ink}">Reelay</td></tr>
<tr><td style="padding:8px 0 20px">${track}</td></tr>
<tr><td bgcolor="${panel}" class="panel" style="padding:28px;border:1px solid ${line};border-radius:6px;text-align:left">
${inside.filter(Boolean).join("\n")}
</td></tr>
<tr><td class="soft" style="padding:20px 28px 0;font:400 13px/20px ${sans};color:${soft};text-align:left">${[escaped(reason), ...footerLinks.map(smallLink)].join("<br>")}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

function largePicture({ cid, alt }: EmailPicture): string {
  return `<img src="cid:${escaped(cid)}" alt="${escaped(alt)}" width="502" style="display:block;width:100%;max-width:502px;height:auto;margin:18px 0 0;border-radius:4px">`;
}

function entryRow({ title, text, details, address, picture }: EmailEntry): string {
  const image = picture
    ? `<td width="136" valign="top" class="still" style="width:136px;padding:3px 16px 0 0"><a href="${escaped(address)}"><img src="cid:${escaped(picture.cid)}" alt="${escaped(picture.alt)}" width="120" style="display:block;width:120px;height:auto;border:0;border-radius:3px"></a></td>`
    : "";
  const description = text
    ? `<br><span class="ink" style="font:400 15px/22px ${sans};color:${ink}">${broken(text)}</span>`
    : "";
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" class="line" style="margin-top:18px;border-top:1px solid ${line}"><tr><td colspan="2" height="14"></td></tr><tr>
${image}<td valign="top" style="word-break:break-word"><a href="${escaped(address)}" class="ink" style="font:600 16px/22px ${sans};color:${ink};text-decoration:underline">${escaped(onOneLine(title))}</a>${description}<br><span class="soft" style="font:400 13px/20px ${sans};color:${soft}">${escaped(details)}</span></td>
</tr></table>`;
}

function largeCode(code: string): string {
  return `<p class="ink" style="margin:22px 0 8px;font:600 44px/52px ${mono};letter-spacing:0.18em;color:${ink}">${escaped(code)}</p>`;
}

function largeButton({ label, address }: EmailLink): string {
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin-top:26px"><tr>
<td bgcolor="${ink}" class="button" style="border-radius:4px"><a href="${escaped(address)}" class="button" style="display:inline-block;padding:12px 20px;font:600 16px/20px ${sans};color:${onInk};text-decoration:none">${escaped(label)}</a></td>
</tr></table>`;
}

function smallLink({ label, address }: EmailLink): string {
  return `<a href="${escaped(address)}" class="soft" style="color:${soft}">${escaped(label)}</a>`;
}

/** The track with the playhead at two thirds. */
const track = `<table role="presentation" aria-hidden="true" width="100%" cellpadding="0" cellspacing="0" border="0" style="font-size:0;line-height:0">
<tr><td width="66%" height="9"></td><td colspan="3" bgcolor="${tally}" style="border-radius:2px 2px 5px 5px">&nbsp;</td><td></td></tr>
<tr><td height="11" class="track" style="border-top:2px solid ${ink};border-left:2px solid ${ink}">&nbsp;</td><td width="4" class="track" style="width:4px;border-top:2px solid ${ink}"></td><td width="3" bgcolor="${tally}" style="width:3px"></td><td width="4" style="width:4px;border-top:2px solid ${edge}"></td><td style="border-top:2px solid ${edge};border-right:2px solid ${edge}">&nbsp;</td></tr>
</table>`;

/** The dark theme, for email clients that have one. Others show the light one, or invert its colours themselves. */
const darkTheme = `@media (prefers-color-scheme:dark){
.paper{background:#110e0c!important}
.panel{background:#1a1715!important;border-color:#35312e!important}
.line{border-color:#35312e!important}
.ink,.track{color:#f3efe9!important;border-color:#f3efe9!important}
.soft{color:#b0a8a0!important}
.button{background:#f3efe9!important;color:#1a1715!important}
}`;

const narrowWindow = `@media (max-width:480px){
.still{width:72px!important;padding-right:12px!important}
.still img{width:72px!important}
}`;

/** Escapes text for HTML elements and quoted attributes. */
function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}

function broken(text: string): string {
  return escaped(text).replaceAll(/\r\n|\r|\n/g, "<br>");
}
