/** A retired term and the term that replaces it, as listed in docs/glossary.md. */
export interface RetiredTerm {
  pattern: RegExp;
  instead: string;
}

const word = (text: string): RegExp => new RegExp(`\\b(?:${text})\\b`, "i");

export const retiredTerms: readonly RetiredTerm[] = [
  { pattern: word("whoever|somebody"), instead: "user, client, worker, or the role" },
  { pattern: word("anew"), instead: "again" },
  { pattern: word("lets? go"), instead: "release, abort or expire" },
  { pattern: word("none of ours"), instead: "invalid" },
  { pattern: word("ways? in|ways? out"), instead: "sign-in methods; actions" },
  { pattern: word("journeys?"), instead: "browser test; flow" },
  { pattern: word("e-mails?"), instead: "email" },
  { pattern: word("patience|patiently"), instead: "timeout or retry policy" },
  {
    pattern: word('specification, section|platform reference|decisions, "'),
    instead: "the fact itself, or a link into docs/",
  },
  {
    pattern: /\b(?:room|Room)(?:s|Parts|Reactions|Jobs|Data)?\b(?! for| on| left)/,
    instead: "module; disk space",
  },
  { pattern: /#(?:product|devices|foundation)\//, instead: "#modules/, #adapters/, #core/" },
  {
    pattern:
      /\b(?:noteOnTask|TaskNote|holdVideo|createStanding|standStill|sayEnough|orLetGo|setOff|sayToPerson)\b/,
    instead: "see docs/glossary.md",
  },
  {
    pattern: /\b(?:Seal|createSeal|sealTokens|sealed[A-Z]\w*|emailSeal)\b|\bctx\.seal\b/,
    instead: "Keyring, encrypt, encrypted…",
  },
  {
    pattern: /\bctx\.(?:announce|tell)\b/,
    instead: "ctx.emit, ctx.notifyClients",
  },
  { pattern: /\b(?:write|Written|deliver)Letter\b|\bLetter(?:Words|Link|JobParts)?\b/, instead: "email" },
  {
    pattern: /\bDeviceFailure\w*\b|\b(?:common|tasks|review|media|publishing|profiles|accounts)Failure\b/,
    instead: "AdapterError, …Error",
  },
  { pattern: word("light (?:file|copy|copies|version)s?"), instead: "light rendition" },
  {
    pattern: /_given_up\b|\b(?:upload|link|window)_over\b|\bwindowOver|\bstorage_away\b/,
    instead: "…_expired, …_ended, storage_unavailable",
  },
  { pattern: /\baccounts\.(?:sweep|mail-code|mail-change)\b/, instead: "the queues sign-in.…" },
  {
    pattern: /\b(?:crowd|fillCrowd|Truck|shelf|shelves|subjectOf|taskOfSubject)\b/,
    instead: "see docs/glossary.md",
  },
  {
    pattern: /\bconst (?:most|fewest|longest|shortest|largest|smallest)[A-Z]/,
    instead: "max… and min… with the unit",
  },
  {
    pattern:
      /\b(?:deepestLevel|findAsked|sentToo|waitsInShape|orderFailures|useLeave|drawStills|sharpDone|sharp_done|upload-turn|knock)\b/i,
    instead: "see docs/glossary.md",
  },
  {
    pattern: /\b(?:interface|type) (?:Decided|Helps|Someone|Peeked|Guess)\b/,
    instead: "the thing it describes",
  },
  { pattern: /(?<!\bat )\bmost\??: (?:number|max[A-Z]\w*|\d)/, instead: "max… with the unit" },
  { pattern: word("strange (?:creator|editor|user)s?"), instead: "unrelated creator, editor or user" },
  {
    pattern: /(?:\/\*\*|^\s*\*) (?:What|Whoever|Who|Whom|Where|How|Why)\b/,
    instead: "a noun or a verb at the start of a docstring",
  },
  { pattern: /\.\.\.\{ ?[\w"]/, instead: "the properties themselves, without spreading a literal" },
  { pattern: /\u2019/, instead: "a straight apostrophe (')" },
];
