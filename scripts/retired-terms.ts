/** A retired term and the term that replaces it, as listed in docs/glossary.md. */
export interface RetiredTerm {
  pattern: RegExp;
  instead: string;
}

const word = (text: string): RegExp => new RegExp(`\\b(?:${text})\\b`, "i");

/** Names of functions, types and constants that nobody would search for, and the names that replace them. */
const renamed: Readonly<Record<string, string>> = {
  NameOfFrame: "FrameLabel",
  namesOfFrames: "frameLabels",
  countingFrom: "timecodeBaseFrom",
  exportInTurn: "queueExport",
  searchInTurn: "queueSearch",
  guestTouchEvery: "guestTouchInterval",
  sessionTouchEvery: "sessionTouchInterval",
  emptyWritten: "clearCommentsOf",
  emptySent: "clearMessagesOf",
  anyExport: "exportArbitrary",
  requirePlace: "requireCommentable",
  CommentPlace: "CommentFrames",
  LaterControls: "ControlsPlaceholder",
  beginningOf: "frameStart",
  middleOf: "frameMiddle",
  awaitSight: "scheduleUnseenNotification",
  aboutVersion: "versionPrefix",
  resolveAbout: "resolveDestinationNotifications",
  onInboxKey: "handleInboxKey",
  searchPlace: "searchFieldClass",
  selectPlace: "selectFieldClass",
  changeableFor: "editPeriod",
  endOfChanges: "lastCompleteChange",
  momentIn: "momentInTimeZone",
  firstFree: "firstFreeOffset",
  Disturbance: "InjectedFailure",
  stemOf: "keyWithoutExtension",
  keyStart: "keyPrefix",
  answerWhenOffline: "serveOfflinePage",
  nameInAddress: "urlFileName",
  AddressedFile: "FileUrlParts",
  countsForAccount: "usesStorage",
  shareOfVideo: "jobOptionsOf",
  someHave: "someKindHas",
  issueAt: "fieldIssue",
  lacksTime: "isTimeMissing",
  StoredAs: "StoredVideoName",
  trackOf: "publicationTrack",
  untilNextCheck: "nextCheckDelay",
  notFinished: "unfinishedError",
  leadingOf: "leadingDeliveryOf",
  leadingFirst: "leadingOrder",
  connectedTo: "destinationOfDelivery",
  deleteUndone: "deletePending",
  placesOf: "placeNames",
  looksReserved: "resemblesReservedName",
  correctedStarts: "correctedPrefixes",
  typedKeys: "typoLookupKeys",
  VersionAbout: "VersionOfUser",
  listVersionsAbout: "listVersionsOfUser",
  VersionOnFile: "VersionWithVideo",
  isAlready: "wasAlreadyDecided",
  isShownTo: "isInReviewFor",
  newestIn: "newestVersionIn",
  ofSide: "tasksOfSide",
  accessibleTo: "accessibleTasks",
  exchangeFiles: "replaceFiles",
  isLive: "isPlayheadActive",
  findUse: "findPictureUse",
  reviewsAtFirst: "initialReviews",
};

export const retiredTerms: readonly RetiredTerm[] = [
  ...Object.entries(renamed).map(([name, instead]) => ({ pattern: new RegExp(`\\b${name}\\b`), instead })),
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
  { pattern: word("cancel(?:ed|ing)"), instead: "cancelled, cancelling" },
  { pattern: /\bbusy[:=].*…/, instead: '"Saving..."' },
  { pattern: /\u2019/, instead: "a straight apostrophe (')" },
];
