/** The maximum of everything: characters, items, bytes, requests. Part of `constants.ts`. */

export const limits = {
  /** Rows of an admin table in one bulk change: by their ids, and in total. */
  bulkIds: 500,
  bulkRows: 10_000,
  title: 300,
  description: 5_000,
  playbookDescription: 50_000,
  category: 200,
  /** Characters of a category's description, and categories that can be put in order. */
  categoryDescription: 2_000,
  categories: 5_000,
  tag: 100,
  tags: 50,
  promptBody: 1_000_000,
  /** Characters of the owner's own tools, and of a URL with a prompt in it. */
  openTargets: 4_000,
  openAddress: 6_000,
  blanks: 200,
  /** Places in a text that are checked for blanks; the rest is plain text. */
  blankPlaces: 10_000,
  blankName: 80,
  blankLabel: 120,
  blankHelp: 500,
  blankValue: 20_000,
  /** Characters of a text with its blanks filled in. */
  filledText: 2_000_000,
  /** A member's runs of playbooks, and the characters of a name, of all values, and of a step's result. */
  runs: 200,
  runName: 200,
  runValues: 500_000,
  runResult: 100_000,
  /** Bytes of the values, and of the results, in all runs of a member. */
  runValuesBytes: 20_000_000,
  runResultsBytes: 20_000_000,
  unansweredResults: 2,
  /** A member's collections, the items of one, and the characters of its name and notes. */
  collections: 100,
  collectionItems: 300,
  collectionName: 120,
  collectionNote: 2_000,
  collectionItemNote: 1_000,
  /** A member's own versions of prompts; lines that are compared when a change is merged, and pairs of equal lines. */
  myVersions: 200,
  /** Bytes of the texts and values in all of a member's own versions. */
  myVersionsBytes: 20_000_000,
  mergeLines: 2_000,
  mergePairs: 40_000,
  /** Lines of a text beyond which it isn't compared at all. */
  comparedLines: 25_000,
  /** Entries in a member's history, and the characters of the values in one. */
  historyEntries: 20_000,
  historyValues: 100_000,
  /** Stored bytes of the values in all entries of a member. */
  historyValuesBytes: 20_000_000,
  /** Copies by a member that the log of activity keeps: of a day, and in all. */
  activityEntries: 100_000,
  activityEntriesOfDay: 5_000,
  /** A member's saved values, and the characters of one. */
  savedValues: 300,
  savedValue: 2_000,
  /** A member's keys, and the characters of a name. */
  apiKeys: 50,
  apiKeyName: 100,
  /** What a program registers: the addresses that members come back to, the characters of one and of its name, and of any other value as JSON. */
  programAddresses: 20,
  programAddress: 2_000,
  programName: 200,
  programValue: 4_000,
  /** The site's webhooks, and the characters of a URL and of a note. */
  webhooks: 20,
  webhookAddress: 2_000,
  webhookNote: 200,
  /** Answers that a member can keep. */
  keptResults: 500,
  /** Bytes of answers per page; the answer that exceeds it is the last on its page. */
  resultsPageBytes: 1_000_000,
  modelName: 60,
  outcomeNote: 500,
  blankOption: 200,
  blankOptions: 50,
  /** Characters of the texts in a member's feed; items beyond that have none. */
  feedTexts: 10_000_000,
  exampleOutput: 200_000,
  modelContext: 1_000,
  useCase: 500,
  useCases: 50,
  searchText: 200,
  userMetadataBytes: 4_096,
  signUpDomains: 2_000,
  /** An account's sessions: shown, and kept by the daily cleanup. */
  listedSessions: 100,
  sessions: 1_000,
  /** Entries shown on a member's admin page. */
  listedPayments: 200,
  listedActivity: 30,
  displayName: 80,
  bio: 1_000,
  commentBody: 5_000,
  /** Bytes of comments and replies per page; the one that exceeds it is the last on its page. */
  commentsPageBytes: 1_000_000,
  /** Characters of a report; words that hold back a comment, and the characters of one. */
  reportNote: 500,
  heldWords: 500,
  heldWord: 80,
  suspensionNote: 500,
  steps: 100,
  stepPrompts: 50,
  /** Bytes of the library prompts in a playbook; beyond that, it shows the texts that were saved with its steps. */
  playbookTexts: 16_000_000,
  tierName: 100,
  tierFeatures: 30,
  tierFeature: 200,
  accessLevel: 1_000,
  trialDays: 730,
  settingValue: 500,
  siteName: 100,
  siteTagline: 120,
  pages: 100,
  mailings: 1_000,
  mailingSubject: 200,
  mailingBody: 60_000,
  pageBody: 60_000,
  pageVersions: 1_000,
  footerPosition: 99,
  footerLinks: 12,
  footerLabel: 60,
  graceDays: 90,
  /** In the minor unit, of any currency; each has its own maximum in `currencies.ts`. Amounts are stored in 32 bits. */
  price: 1_000_000_000,
  giftCodes: 500,
  giftDays: 3_650,
  /** As typed, with dashes. */
  giftCode: 40,
  giftMonths: 120,
  giftNote: 200,
  offerCode: 40,
  offerItems: 200,
  offerMonths: 36,
  offerRedemptions: 1_000_000,
  contentFigure: 40,
  contentTitle: 200,
  contentText: 5_000,
  contentPartners: 12,
  contentGroups: 12,
  contentItems: 30,
  importBytes: 50_000_000,
  importColumns: 100,
  importColumnName: 200,
  importName: 200,
} as const;

/**
 * The largest JSON bodies: MiB, and values in them. Admins and editors send whole prompts, playbooks and pictures. A text as long as a prompt
 * has up to three bytes a character.
 */
export const bodyLimits = {
  anyone: { mebibytes: 1, values: 10_000 },
  longTexts: { mebibytes: 4, values: 10_000 },
  editors: { mebibytes: 16, values: 100_000 },
  /** How many lists and objects are inside each other. */
  levels: 100,
} as const;

/** Limits of an import on the web: the file, its archive's contents, and the number of waiting imports. */
export const importLimits = {
  uploadBytes: 16_000_000,
  rows: 20_000,
  /** Lists and objects in a JSON file, and commas in a CSV record, because each takes memory when parsed. */
  jsonParts: 1_000_000,
  /** How many lists and objects in a JSON file are inside each other. */
  jsonDepth: 100,
  commas: 10_000,
  yamlCharacters: 1_000_000,
  /** Names, values and marks in a YAML document, and references in it: parsing takes time with the first, and with the second times the first. */
  yamlParts: 150_000,
  yamlReferences: 1_000,
  /** Consecutive failures after which an import, or a check that crashes its process, is abandoned. */
  attempts: 3,
  files: 5_000,
  fileBytes: 5_000_000,
  unpackedBytes: 50_000_000,
  /** How many times its size a file in an archive may expand, if it is larger than `smallBytes`; texts usually compress to a tenth. */
  ratio: 100,
  smallBytes: 100_000,
  path: 500,
  waiting: 10,
} as const;
