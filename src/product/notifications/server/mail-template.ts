import { excerptForMail, wherePathLeads } from "../rules.ts";

/** What a mail says of one notification, as plain text. */
interface MailWords {
  /** The name of whoever caused it; null is the server itself. */
  sender: string | null;
  title: string;
  description: string;
  path: string;
  /** Without a slash at its end. */
  appUrl: string;
}

/** The light theme's tokens as mail programs understand them. */
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

/** Subject, plain text and HTML; everything that people wrote is escaped. */
export function writeMail(words: MailWords): { subject: string; text: string; html: string } {
  const subject = words.title.replaceAll(/\s+/g, " ").trim();
  const { sender } = words;
  const excerpt = excerptForMail(words.description);
  const button = wherePathLeads(words.path);
  const link = words.appUrl + words.path;
  const inbox = `${words.appUrl}/notifications`;
  const reason = "You get this mail because it concerns a task of yours on Reelay.";
  const text = [
    sender === null ? subject : `${subject}\nFrom ${sender}`,
    ...(excerpt ? [excerpt] : []),
    `${button}:\n${link}`,
    `${reason}\nAll notifications: ${inbox}`,
  ].join("\n\n");
  return {
    subject,
    text: `${text}\n`,
    html: page({ subject, sender, excerpt, button, link, inbox, reason }),
  };
}

function page(words: {
  subject: string;
  sender: string | null;
  excerpt: string;
  button: string;
  link: string;
  inbox: string;
  reason: string;
}): string {
  const { subject, sender, excerpt, button, link, inbox, reason } = words;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light">
<title>${escaped(subject)}</title>
</head>
<body style="margin:0;padding:0;background:${paper};color:${ink};font-family:${sans}">
<div style="display:none;max-height:0;overflow:hidden">${escaped(excerpt)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${paper}">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px">
<tr><td style="font:700 22px/24px ${display};letter-spacing:-0.01em;color:${ink}">Reelay</td></tr>
<tr><td style="padding:8px 0 20px">${track}</td></tr>
<tr><td bgcolor="${panel}" style="padding:28px;border:1px solid ${line};border-radius:6px;text-align:left">
${sender === null ? "" : `<p style="margin:0 0 4px;font:400 14px/20px ${sans};color:${soft}">${escaped(sender)}</p>`}
<h1 style="margin:0;font:700 24px/30px ${display};letter-spacing:-0.01em;color:${ink};word-break:break-word">${escaped(subject)}</h1>
${excerpt && `<p style="margin:14px 0 0;font:400 16px/25px ${sans};color:${ink};word-break:break-word">${broken(excerpt)}</p>`}
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin-top:26px"><tr>
<td bgcolor="${ink}" style="border-radius:4px"><a href="${escaped(link)}" style="display:inline-block;padding:12px 20px;font:600 16px/20px ${sans};color:${onInk};text-decoration:none">${escaped(button)}</a></td>
</tr></table>
</td></tr>
<tr><td style="padding:20px 28px 0;font:400 13px/20px ${sans};color:${soft};text-align:left">${escaped(reason)}<br><a href="${escaped(inbox)}" style="color:${soft}">All notifications</a></td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

/** The product's mark across the page: what is played in ink, the playhead two thirds along, what lies ahead in grey. */
const track = `<table role="presentation" aria-hidden="true" width="100%" cellpadding="0" cellspacing="0" border="0" style="font-size:0;line-height:0">
<tr><td width="66%" height="9"></td><td colspan="3" bgcolor="${tally}" style="border-radius:2px 2px 5px 5px">&nbsp;</td><td></td></tr>
<tr><td height="11" style="border-top:2px solid ${ink};border-left:2px solid ${ink}">&nbsp;</td><td width="4" style="width:4px;border-top:2px solid ${ink}"></td><td width="3" bgcolor="${tally}" style="width:3px"></td><td width="4" style="width:4px;border-top:2px solid ${edge}"></td><td style="border-top:2px solid ${edge};border-right:2px solid ${edge}">&nbsp;</td></tr>
</table>`;

/** Text as it stands in HTML, in elements and in quoted attributes. */
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
