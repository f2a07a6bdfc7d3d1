/** Content of an email as plain text, with a code, a button, or neither. */
export interface EmailContent {
  subject: string;
  /** Name of the user who caused it, shown above the heading. */
  from?: string | null;
  heading: string;
  paragraphs: readonly string[];
  /** One-time code, shown large. */
  code?: string;
  button?: EmailLink;
  /** Reason for the email, as stated below it. */
  reason: string;
  footerLinks?: readonly EmailLink[];
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
  const { from, heading, paragraphs, code, button, reason, footerLinks = [] } = content;
  const parts = [
    onOneLine(heading) + (from ? `\nFrom ${from}` : ""),
    ...(code ? [`    ${code}`] : []),
    ...paragraphs,
    ...(button ? [`${button.label}:\n${button.address}`] : []),
    [reason, ...footerLinks.map(({ label, address }) => `${label}: ${address}`)].join("\n"),
  ];
  return `${parts.join("\n\n")}\n`;
}

function page(subject: string, content: EmailContent): string {
  const { from, heading, paragraphs, code, button, reason, footerLinks = [] } = content;
  const inside = [
    from ? `<p style="margin:0 0 4px;font:400 14px/20px ${sans};color:${soft}">${escaped(from)}</p>` : "",
    `<h1 style="margin:0;font:700 24px/30px ${display};letter-spacing:-0.01em;color:${ink};word-break:break-word">${escaped(onOneLine(heading))}</h1>`,
    code ? largeCode(code) : "",
    ...paragraphs.map(
      (text) =>
        `<p style="margin:14px 0 0;font:400 16px/25px ${sans};color:${ink};word-break:break-word">${broken(text)}</p>`,
    ),
    button ? largeButton(button) : "",
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light">
<title>${escaped(subject)}</title>
</head>
<body style="margin:0;padding:0;background:${paper};color:${ink};font-family:${sans}">
<div style="display:none;max-height:0;overflow:hidden">${escaped(paragraphs[0] ?? "")}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${paper}">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px">
<tr><td style="font:700 22px/24px ${display};letter-spacing:-0.01em;color:${ink}">Reelay</td></tr>
<tr><td style="padding:8px 0 20px">${track}</td></tr>
<tr><td bgcolor="${panel}" style="padding:28px;border:1px solid ${line};border-radius:6px;text-align:left">
${inside.filter(Boolean).join("\n")}
</td></tr>
<tr><td style="padding:20px 28px 0;font:400 13px/20px ${sans};color:${soft};text-align:left">${[escaped(reason), ...footerLinks.map(smallLink)].join("<br>")}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

function largeCode(code: string): string {
  return `<p style="margin:22px 0 8px;font:600 44px/52px ${mono};letter-spacing:0.18em;color:${ink}">${escaped(code)}</p>`;
}

function largeButton({ label, address }: EmailLink): string {
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin-top:26px"><tr>
<td bgcolor="${ink}" style="border-radius:4px"><a href="${escaped(address)}" style="display:inline-block;padding:12px 20px;font:600 16px/20px ${sans};color:${onInk};text-decoration:none">${escaped(label)}</a></td>
</tr></table>`;
}

function smallLink({ label, address }: EmailLink): string {
  return `<a href="${escaped(address)}" style="color:${soft}">${escaped(label)}</a>`;
}

/** The track with the playhead at two thirds. */
const track = `<table role="presentation" aria-hidden="true" width="100%" cellpadding="0" cellspacing="0" border="0" style="font-size:0;line-height:0">
<tr><td width="66%" height="9"></td><td colspan="3" bgcolor="${tally}" style="border-radius:2px 2px 5px 5px">&nbsp;</td><td></td></tr>
<tr><td height="11" style="border-top:2px solid ${ink};border-left:2px solid ${ink}">&nbsp;</td><td width="4" style="width:4px;border-top:2px solid ${ink}"></td><td width="3" bgcolor="${tally}" style="width:3px"></td><td width="4" style="width:4px;border-top:2px solid ${edge}"></td><td style="border-top:2px solid ${edge};border-right:2px solid ${edge}">&nbsp;</td></tr>
</table>`;

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
