/** The product's numbers, in one place. Prices are integers in the currency's minor unit, days are UTC days. */

export { bodyLimits, importLimits, limits } from './limits.ts';
export { type RequestLimitName, requestLimits } from './request-limits.ts';

/** The languages of the pages; the first is the default. */
export const locales = ['en', 'de'] as const;
export type Locale = (typeof locales)[number];
/** The languages' own names, and their names for `Intl`. All are written from left to right. */
export const languages = {
  en: { name: 'English', intl: 'en-US' },
  de: { name: 'Deutsch', intl: 'de-DE' },
} as const satisfies Record<Locale, { name: string; intl: string }>;
/** The cookie for the chosen language, and its lifetime. */
export const localeCookie = { name: 'locale', seconds: 31_536_000 } as const;

export const minimumPasswordLength = 6;
/** Lifetime of links and codes sent by email, in minutes. */
export const emailLinkMinutes = {
  recovery: 1_440,
  signup: 1_440,
  magiclink: 60,
  invite: 10_080,
  email_change_current: 1_440,
  email_change_new: 1_440,
  reauthentication: 10,
} as const;
/** Emails that someone has requested aren't sent after this many minutes. */
export const emailRequestMinutes = 60;
/** The maximum number of authenticator apps per account, the lifetime of a challenge, and the number of recovery codes. */
export const secondFactor = { perAccount: 10, challengeSeconds: 300, recoveryCodes: 10 } as const;
/** Domain of the placeholder addresses of trial accounts; undeliverable by design. */
export const anonymousDomain = 'anonymous.invalid';
/** How long a sign-in at another provider can take. */
export const signInFlowSeconds = 600;
export const passkeysPerAccount = 10;
/** Maximum configurable session lifetime, in days; 0 means unlimited. */
export const sessionDaysMaximum = 3_650;
/** Failed attempts after which a six-digit code is invalidated. */
export const codeTries = 5;
/**
 * How many minutes after signing in a password or an address can be changed without another proof. Settings that could redirect emails,
 * payments or sign-ins don't open an account on their own, and are set up in more than one sitting, so they get longer.
 */
export const recentSignInMinutes = { usually: 15, byLink: 60, forSettings: 1_440 } as const;
/** How many of the most common passwords can be rejected. */
export const commonPasswords = 1_000;
/** argon2 and the GoTrue protocol both take at most 72 bytes. */
export const maximumPasswordBytes = 72;

export const slugMaximumLength = 100;
export const slugPattern = /^[a-z0-9]+(-[a-z0-9]+)*$/;
export const exampleTeaserLength = 200;
/** Teaser of a locked prompt, if its plan shows one: maximum characters and lines. */
export const firstLines = { characters: 280, lines: 3 } as const;
/** Related items on the public page of an item. */
export const relatedItems = 3;
/** How many prompts, and how many playbooks, the page of a category shows. */
export const categoryPageItems = 12;
/** The maximum number of URLs in one sitemap. */
export const sitemapAddresses = 50_000;
/** How many of the newest items are in a feed. */
export const feedItems = 50;
export const cardTagCount = 3;

/** The daily_copy_limit that means no limit. */
export const unlimitedCopies = 999_999;
/** Copies per day for a member without a tier, if the site has no tier of level 0. */
export const defaultDailyCopyLimit = 10;

/** The daily_run_limit that means no limit. */
export const unlimitedRuns = 999_999;
/** Limits of asking the site's language model: the ranges of the owner's settings, and fixed limits of one run. */
export const modelLimits = {
  /** Tokens of an answer, and of all runs in a UTC month. */
  answerTokens: { default: 2_000, min: 100, max: 32_000 },
  monthlyTokens: { default: 1_000_000, max: 1_000_000_000_000 },
  /** The percentage of the month's tokens that one member can use. */
  memberPercent: { default: 20, min: 1, max: 100 },
  /** On a site that sells plans: the percentage of the month's tokens for all members together who pay nothing. */
  freePercent: { default: 50, min: 0, max: 100 },
  inputCharacters: 100_000,
  seconds: 180,
  /** How long answers may still be written after the site begins to stop. */
  stopSeconds: 3,
  /** If the endpoint reports no usage: the minimum number of characters per token. */
  charactersPerToken: 3,
} as const;

export const annualDiscount = 0.2;

/** The roles of accounts; `access/rules.ts` says what each may do. */
export const roles = ['member', 'editor', 'support', 'admin'] as const;
export type Role = (typeof roles)[number];

/** The permissions of programs that act for a member; `catalog:write` is for admins and editors. */
export const scopes = [
  'library:read',
  'library:copy',
  'engagement:write',
  'runs:write',
  'catalog:write',
] as const;
export type Scope = (typeof scopes)[number];
/** The lifetimes of a key to choose from, in days. */
export const keyDays = [30, 90, 365] as const;

export const webhookEvents = [
  'item.published',
  'item.changed',
  'item.unpublished',
  'member.joined',
  'plan.started',
  'plan.changed',
  'plan.ended',
  'purchase.created',
  'comment.created',
] as const;
/** Sent when the owner tests a webhook, whichever events it is for. */
export const webhookTestEvent = 'webhook.test';
export const webhookRules = {
  /** The timeout for a receiver's answer, in milliseconds. */
  timeout: 10_000,
  /** How many days an event is retried; a webhook that has accepted nothing in this time is turned off. */
  days: 3,
  /** After this many failures in a row, a webhook is paused: for this many seconds at first, doubling up to the maximum. */
  pause: { after: 3, seconds: 30, max: 3_600 },
  /** How many hours the previous secret also signs messages. */
  bothSecretsHours: 24,
  /** After this many hours, a waiting event that has lost its job gets another. */
  orphanHours: 2,
} as const;

/** The address of the sender of emails until the environment or the settings name another. */
export const defaultMailAddress = 'no-reply@localhost';
/** The language model until the environment or the settings name another. */
export const defaultModel = 'gpt-4o-mini';
/** Email from the owner to members. */
export const mailingRules = {
  /** Emails per minute, which the owner can set. */
  perMinute: { default: 300, min: 1, max: 6_000 },
  /** Connections to the mail server at once. */
  connections: 4,
  /** Maximum number of emails claimed at once. */
  batch: 40,
  /** How long a process stays the one that sends without renewing its lease, in seconds. */
  leaseSeconds: 20,
  /**
   * How often a temporarily refused email is retried: after this many seconds at first, doubling up to the maximum;
   * about three days in total.
   */
  retries: { attempts: 40, seconds: 60, max: 7_200 },
  /** The pause if a mail server doesn't answer, in seconds: at first, and at most. */
  pause: { seconds: 5, max: 300 },
  /** How often an email is resent when the server's response is lost each time. */
  doubts: 3,
  /** The maximum number of characters stored of a mail server's answer. */
  reason: 500,
  /** The maximum number of items in a digest. */
  digestItems: 20,
  /** The digest is created on Mondays from this hour on, in the site's time zone, and at most this many hours later. */
  digest: { hour: 7, lateHours: 24 },
  /** A scheduled email starts at most this many hours late; later, it becomes a draft again. */
  lateHours: 24,
  /** The maximum size of a bounce, in bytes. */
  bounceBytes: 1_000_000,
} as const;

export const dayMilliseconds = 86_400_000;

/** Where payments are made: in the built-in sandbox, or at Stripe with test or live keys. */
export const paymentModes = ['sandbox', 'test', 'live'] as const;
/** How a site takes payments. */
export const paymentStates = ['off', ...paymentModes] as const;

/** Billing intervals, in Stripe's terms. */
export const billingIntervals = ['month', 'year'] as const;
export type BillingInterval = (typeof billingIntervals)[number];
/** The site's currency until the settings say otherwise. */
export const defaultCurrency = 'usd';
/** How many days access continues after a failed payment, unless the settings say otherwise. */
export const graceDaysDefault = 7;
/**
 * After how many days without an event from the payment provider something is wrong: with a subscription that renews monthly, and without
 * any event since the first subscription.
 */
export const webhookSilence = { days: 35, daysUntilFirst: 1 } as const;
/** The maximum age of a signed event. */
export const webhookToleranceSeconds = 300;
/**
 * How many years payment records stay after their member has deleted the account, without name and email: the longest period that
 * bookkeeping commonly requires. For subscriptions, it starts at the end of their last period.
 */
export const paymentRecordYears = 10;
/** How long records are kept, in days unless they say otherwise. The `retention` job deletes older ones once a day. */
export const retention = {
  /** Since it was last used; after that, the person has to sign in again. */
  session: 180,
  /** A used refresh token, which reveals a stolen copy. */
  usedRefreshToken: 7,
  /** After the link in an email has expired. */
  oneTimeToken: 1,
  retiredSigningKey: 30,
  /** An unused trial account. */
  trialAccount: 30,
  /** A program that registered itself for OAuth, but isn't connected to any account. */
  unusedProgram: 30,
  /** Actions by the team. The database refuses to delete them earlier. */
  auditLog: 730,
  /** A report of a comment, after the decision about it. */
  settledReport: 365,
  /** Who copied what, as the log of activity. */
  activity: 730,
  /** What a member viewed, copied and ran, in their own history. */
  history: 730,
  /** A member's counts of copies, runs and reads per day. */
  dailyCopies: 31,
  /** Processed events from the payment provider, and unpaid checkouts. */
  ledger: 400,
  /** Events that were sent to webhooks. */
  webhookEvent: 30,
  /** Events counted for the site's figures; afterward only daily sums are left. */
  figureEvent: 30,
  /** Emails to members with their recipients, and the tokens that count opens, since they were sent. */
  mailing: 730,
  mailingPixel: 60,
  /** Emails kept in DATA_DIR/outbox while there is no mail server. */
  outbox: 90,
  /** Jobs that no process picks up, and jobs that have failed permanently. */
  waitingJob: 30,
  failedJob: 90,
  /** The maximum size of the embedded database's log; the previous log of up to this size is also kept. */
  logBytes: 10_000_000,
} as const;

/** The site's figures: the limits of a report, and of searches without results that are kept and shown. */
export const figures = {
  units: ['day', 'week', 'month'],
  /** The maximum number of days, weeks or months in one report. */
  buckets: 400,
  topItems: 10,
  trialEndDays: 7,
  missed: {
    /** Longer texts are not real searches. */
    characters: 60,
    /** Texts with more digits may contain personal numbers. */
    digits: 4,
    /** Texts searched for less often are not shown, nor kept after the raw events. */
    fewest: 3,
    shown: 20,
    /** A search that is followed by another one this soon wasn't finished. */
    settleMilliseconds: 4_000,
    waiting: 1_000,
    remembered: 10_000,
    /** Per minute and process, because visitors can't be told apart. */
    visitorsPerMinute: 60,
  },
} as const;
export type FigureUnit = (typeof figures.units)[number];
/** The time zone that the site counts in until the settings say otherwise. */
export const defaultTimeZone = 'UTC';

/** How long a member has to pay before the checkout expires. */
export const checkoutMinutes = 60;

export const listLimitDefault = 24;
export const listLimitMaximum = 100;

/** The author shown for comments of deleted accounts. */
export const deletedAuthor = 'deleted user';

/** The deepest level of replies; a reply at that level becomes a sibling. Enforced by the check on comments.depth. */
export const deepestReply = 4;
/** How many days after joining a member's links must be approved: the default, and the maximum. */
export const heldLinkDays = { default: 3, max: 365 } as const;
/** Why members report a comment. */
export const reportReasons = ['spam', 'abuse', 'off_topic', 'other'] as const;
/** Replies of one thread that are loaded at once. */
export const replyPage = 50;
/**
 * Emails about replies: sent this many minutes after a reply becomes visible, because many are soon changed or deleted; with this many
 * replies per email, and this many characters of each.
 */
export const replyEmails = { afterMinutes: 5, shown: 10, characters: 500 } as const;

export const promptTypes = ['Text', 'Image', 'Audio', 'Video', 'Agent'] as const;
export const difficulties = ['beginner', 'intermediate', 'advanced'] as const;
export const sorts = ['newest', 'popular', 'rating'] as const;
/** The sort orders of search results; the first one is the default. */
export const searchSorts = ['best', ...sorts] as const;
/**
 * From 0 to `max`; levels above `working` are announced, but not built. Above 0, the maximum length of a prompt applies, because the model
 * rewrites all of it and its answer is limited.
 */
export const optimizationLevels = { max: 5, working: 3, characters: 40_000 } as const;
/** How many days deleted items can be restored, and bulk changes undone. */
export const trashDays = 30;
/** How many days the browser keeps unsaved changes. */
export const draftDays = 30;
export const contentStatuses = ['draft', 'published'] as const;
/** Tools that a prompt can be opened in, in order; their URLs are with the settings. */
export const openInTools = ['chatgpt', 'claude', 'gemini', 'copilot', 'perplexity', 'mistral'] as const;
/** The file formats for downloading prompts and playbooks. */
export const downloadFormats = ['markdown', 'json', 'skill'] as const;
/** Agent skills: the format's limits for name and description, and the longest text that is in SKILL.md itself. */
export const skillLimits = { name: 64, description: 1_024, sectionCharacters: 16_000 } as const;
/**
 * Members' reports of how a prompt works: the minimum number of reports to show, and the maximum number of
 * models, failing versions and notes.
 */
export const outcomes = { fewest: 3, models: 5, failures: 20, notes: 10 } as const;
/** A member's actions in their history. */
export const historyActions = ['viewed', 'copied', 'ran'] as const;
/** The input types of blanks. */
export const blankKinds = ['line', 'text', 'number', 'choice'] as const;
/** Where blanks are recognized: outside fenced code, in code too, or nowhere. */
export const blankScopes = ['text', 'everywhere', 'nowhere'] as const;

/** How long a toast stays, in milliseconds; 0 would keep it until it is closed. */
export const toastMilliseconds = {
  success: 5_000,
  error: 7_000,
  info: 5_000,
  warning: 6_000,
  default: 5_000,
  /** With an undo button. */
  undo: 20_000,
} as const;
export const copiedMilliseconds = 2_000;
export const logoRotationMilliseconds = 5_000;
export const resetRedirectMilliseconds = 3_000;
export const skeletonCards = 6;
/** How many categories are shown before the app runs. */
export const earlyCategories = 60;
/** A prompt longer than this many characters starts collapsed, because a very long text would slow down the page. */
export const foldedLength = 6_000;
/** The items that the dashboard offers to continue: how many, and how recently used. */
export const recentItemCount = 4;
export const recentlyUsedDays = 30;

/** Uploaded pictures: maximum bytes and pixels, and the longer side in details and on cards, in pixels. */
export const image = { bytes: 5 * 1_048_576, pixels: 50_000_000, detailSize: 1_600, cardSize: 640 } as const;

/** The icons to choose from for the logo, by their Lucide names. */
export const logoIcons = [
  'Sparkles',
  'Zap',
  'Rocket',
  'Star',
  'Crown',
  'Gem',
  'Brain',
  'Target',
  'CheckCircle',
] as const;
export type LogoIcon = (typeof logoIcons)[number];
