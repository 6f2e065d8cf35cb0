/** The product's numbers, in one place. Prices are integers in the currency's minor unit, days are UTC days. */

export { importLimits, limits } from './limits.ts';
export { type RequestLimitName, requestLimits } from './request-limits.ts';

/** The languages of the pages; the first is what those get who ask for none of them. */
export const locales = ['en', 'de'] as const;
export type Locale = (typeof locales)[number];
/** Their own names, the names by which `Intl` knows them, and the direction they are written in. */
export const languages = {
  en: { name: 'English', intl: 'en-US', direction: 'ltr' },
  de: { name: 'Deutsch', intl: 'de-DE', direction: 'ltr' },
} as const satisfies Record<Locale, { name: string; intl: string; direction: 'ltr' | 'rtl' }>;
/** The cookie that keeps a chosen language, and for how long. */
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
/** Minutes after which an email that somebody asked for is no longer worth sending. */
export const emailRequestMinutes = 60;
/** Authenticator apps of an account, how long a challenge waits, and how many recovery codes there are. */
export const secondFactor = { perAccount: 10, challengeSeconds: 300, recoveryCodes: 10 } as const;
/** Domain of the placeholder addresses of trial accounts; undeliverable by design. */
export const anonymousDomain = 'anonymous.invalid';
/** For how long a sign-in at another provider can take. */
export const signInFlowSeconds = 600;
export const passkeysPerAccount = 10;
/** Maximum configurable session lifetime, in days; 0 means unlimited. */
export const sessionDaysMaximum = 3_650;
/** Failed attempts after which a six-digit code is invalidated. */
export const codeTries = 5;
/**
 * For how long after signing in a password or an address can be changed without proving again who asks, in minutes. Settings that lead
 * emails, payments or sign-ins elsewhere open no account by themselves, and are set up in more than one sitting.
 */
export const recentSignInMinutes = { usually: 15, byLink: 60, forSettings: 1_440 } as const;
/** How many of the most common passwords can be rejected. */
export const commonPasswords = 1_000;
/** argon2 and the GoTrue protocol both take at most 72 bytes. */
export const maximumPasswordBytes = 72;

export const slugMaximumLength = 100;
export const exampleTeaserLength = 200;
/** Teaser of a locked prompt, if its plan shows one: maximum characters and lines. */
export const firstLines = { characters: 280, lines: 3 } as const;
/** On a public page of an item. */
export const relatedItems = 3;
/** Prompts, and playbooks, that the page of a category shows. */
export const categoryPageItems = 12;
/** What one site map may list at most. */
export const sitemapAddresses = 50_000;
/** How many of the newest items a feed has. */
export const feedItems = 50;
export const cardTagCount = 3;

/** A tier's daily_copy_limit of this number means no limit. */
export const unlimitedCopies = 999_999;
/** Copies a day for a member without a tier where the site has no tier of level 0. */
export const defaultDailyCopyLimit = 10;

/** A tier's daily_run_limit of this number means no limit. */
export const unlimitedRuns = 999_999;
/** Running a prompt on the site: what the owner can change, and what bounds one run whatever they choose. */
export const runLimits = {
  /** Tokens of an answer, and of all runs of a UTC month. */
  answerTokens: { default: 2_000, min: 100, max: 32_000 },
  monthlyTokens: { default: 1_000_000, max: 1_000_000_000_000 },
  /** Of the month's tokens, what one member can use. */
  memberPercent: { default: 20, min: 1, max: 100 },
  /** Of the month's tokens, what all can use together who pay nothing, on a site that sells plans. */
  freePercent: { default: 50, min: 0, max: 100 },
  inputCharacters: 100_000,
  seconds: 180,
  /** How long answers may still be written once the site stops. */
  stopSeconds: 3,
  /** Fallback when the endpoint reports no usage: the fewest characters a token can have. */
  charactersPerToken: 3,
} as const;

export const annualDiscount = 0.2;

/** Who somebody is to the site: what each may do stands in `access/rules.ts`. */
export const roles = ['member', 'editor', 'support', 'admin'] as const;
export type Role = (typeof roles)[number];

/** What a program may do for a member; `catalog:write` is for admins and editors. */
export const scopes = [
  'library:read',
  'library:copy',
  'engagement:write',
  'runs:write',
  'catalog:write',
] as const;
export type Scope = (typeof scopes)[number];
/** After how many days a key can end. */
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
/** Sent when the owner asks for it, whatever else is chosen. */
export const webhookTestEvent = 'webhook.test';
export const webhookRules = {
  /** How long a receiver has for its answer, in milliseconds. */
  timeout: 10_000,
  /** For how long an event is tried again, in days; a webhook that has taken nothing all that time is turned off. */
  days: 3,
  /** After so many failures in a row a webhook is left alone: for so many seconds, then twice as long, up to the most. */
  pause: { after: 3, seconds: 30, max: 3_600 },
  /** For how long the secret before signs too, in hours. */
  bothSecretsHours: 24,
  /** After so many hours without a job an event that waits gets another one. */
  orphanHours: 2,
} as const;

/** Whom emails are from until the environment or the settings say otherwise. */
export const defaultMailFrom = 'Promptory <no-reply@localhost>';
/** The language model's name until the environment or the settings say otherwise. */
export const defaultModel = 'gpt-4o-mini';
/** Email from the owner to members. */
export const mailingRules = {
  /** Emails a minute, as the owner sets it. */
  perMinute: { default: 300, min: 1, max: 6_000 },
  /** Connections to the mail server at once. */
  connections: 4,
  /** Maximum number of emails claimed at once. */
  batch: 40,
  /** For how long a process sends before it says again that it does, in seconds. */
  leaseSeconds: 20,
  /** An address that is asked to wait is tried so often, at first after so many seconds, then after twice as long, up to the most: for about three days. */
  retries: { attempts: 40, seconds: 60, max: 7_200 },
  /** After a mail server that does not answer, in seconds: at first, and at most. */
  pause: { seconds: 5, max: 300 },
  /** How often an email is resent when the server's response is lost each time. */
  doubts: 3,
  /** Characters of a mail server's answer that are kept. */
  reason: 500,
  /** Items that a digest names. */
  digestItems: 20,
  /** The digest is made on Mondays from this hour on, in the site's time zone, and not later than so many hours after it. */
  digest: { hour: 7, lateHours: 24 },
  /** Bytes of a bounce. */
  bounceBytes: 1_000_000,
} as const;

export const dayMilliseconds = 86_400_000;

/** How subscriptions are billed; the words are Stripe's. */
export const billingIntervals = ['month', 'year'] as const;
export type BillingInterval = (typeof billingIntervals)[number];
/** The site's currency until the settings say otherwise. */
export const defaultCurrency = 'usd';
/** Days for which access stays after a failed payment, unless the settings say otherwise. */
export const graceDaysDefault = 7;
/**
 * After how many days without an event from the payment provider something is wrong: with a subscription that is renewed
 * every month, and where none has come since the first subscription.
 */
export const webhookSilence = { days: 35, daysUntilFirst: 1 } as const;
/** How old a signed event may be. */
export const webhookToleranceSeconds = 300;
/**
 * For how many years the records of payments stay after their member has deleted the account, without name and email: the longest
 * time for which bookkeeping commonly asks for them. Subscriptions are counted from the end of their last period.
 */
export const paymentRecordYears = 10;
/** How long records are kept, in days unless they say otherwise. The `retention` job deletes what is older, once a day. */
export const retention = {
  /** Since it was last used: then the person has to sign in again. */
  session: 180,
  /** A used refresh token, by which a stolen copy is recognized. */
  usedRefreshToken: 7,
  /** After a link in an email has expired. */
  oneTimeToken: 1,
  retiredSigningKey: 30,
  /** A trial account that nobody uses. */
  trialAccount: 30,
  /** A program that registered itself to be connected by OAuth, where nobody connects it. */
  unusedProgram: 30,
  /** What the team has done. The database refuses to delete it earlier. */
  auditLog: 730,
  /** A report of a comment, after somebody has decided about it. */
  settledReport: 365,
  /** Who copied what. */
  activity: 730,
  /** What a member viewed, copied and ran. */
  history: 730,
  /** How often a member copied on a day, and what they read. */
  dailyCopies: 31,
  /** Events from the payment provider that are processed, and checkouts that nobody paid. */
  ledger: 400,
  /** Events that webhooks were told of. */
  webhookEvent: 30,
  /** What is counted for the figures of the site; afterwards only the sums of each day are left. */
  figureEvent: 30,
  /** Emails to members with their lists, and what counts the opened ones, since they were sent. */
  mailing: 730,
  mailingPixel: 60,
  /** Emails kept in DATA_DIR/outbox while there is no mail server. */
  outbox: 90,
  /** Jobs that nothing takes up, and jobs that have failed for good. */
  waitingJob: 30,
  failedJob: 90,
  /** The embedded database's log: at most this much, and as much again of what came before. */
  logBytes: 10_000_000,
} as const;

/** The figures of the site: what one question can ask for, and what of searches without a result is kept and shown. */
export const figures = {
  units: ['day', 'week', 'month'],
  /** Days, weeks or months at once. */
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
    /** A search that is followed by another one so soon was not finished. */
    settleMilliseconds: 4_000,
    waiting: 1_000,
    remembered: 10_000,
    /** Of visitors, in a minute and process: they cannot be told apart. */
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

/** Whose comments outlive their account. */
export const deletedAuthor = 'deleted user';

/** Replies nest this deep; a reply to a comment at the deepest level becomes its sibling. Kept by the check on comments.depth. */
export const deepestReply = 4;
/** For how many days after joining a member's links wait for approval: unless the owner says otherwise, and at most. */
export const heldLinkDays = { default: 3, max: 365 } as const;
/** Why members report a comment. */
export const reportReasons = ['spam', 'abuse', 'off_topic', 'other'] as const;
/** Replies of one thread that come at once. */
export const replyPage = 50;
/**
 * Emails about replies: so many minutes after others can see a reply, because much is changed or deleted at once; how many replies one email
 * shows, and how many characters of each.
 */
export const replyEmails = { afterMinutes: 5, shown: 10, characters: 500 } as const;

export const promptTypes = ['Text', 'Image', 'Audio', 'Video', 'Agent'] as const;
export const difficulties = ['beginner', 'intermediate', 'advanced'] as const;
export const sorts = ['newest', 'popular', 'rating'] as const;
/** While somebody searches; the first one is the order of what they find. */
export const searchSorts = ['best', ...sorts] as const;
/**
 * From 0 to `max`; the ones above `working` are announced, not built. Above 0 a prompt has at most so many characters: the model
 * writes all of it again, and its answer has an end.
 */
export const optimizationLevels = { max: 5, working: 3, characters: 40_000 } as const;
/** Days for which what was deleted can be restored, and what was changed together undone. */
export const trashDays = 30;
/** Days for which the browser keeps what was typed into an editor and not saved. */
export const draftDays = 30;
export const contentStatuses = ['draft', 'published'] as const;
/** Tools that a prompt can be opened in, in their order; where they are stands beside the settings. */
export const openInTools = ['chatgpt', 'claude', 'gemini', 'copilot', 'perplexity', 'mistral'] as const;
/** As which files prompts and playbooks are downloaded. */
export const downloadFormats = ['markdown', 'json', 'skill'] as const;
/** Of an agent skill: what the format allows for name and description, and up to where a text stands in SKILL.md itself. */
export const skillLimits = { name: 64, description: 1_024, sectionCharacters: 16_000 } as const;
/**
 * What members say of how a prompt works: the minimum number of reports to show, and the maximum number of models, failing versions and notes.
 */
export const outcomes = { fewest: 3, models: 5, failures: 20, notes: 10 } as const;
/** What a member does with an item. */
export const historyActions = ['viewed', 'copied', 'ran'] as const;
/** How a blank of a prompt is filled in. */
export const blankKinds = ['line', 'text', 'number', 'choice'] as const;
/** Where a blank is found: outside fenced code, in code too, or not at all. */
export const blankScopes = ['text', 'everywhere', 'nowhere'] as const;

/** How long a toast stays, in milliseconds; 0 would keep it until it is closed. */
export const toastMilliseconds = {
  success: 5_000,
  error: 7_000,
  info: 5_000,
  warning: 6_000,
  default: 5_000,
  /** With a button that takes something back. */
  undo: 20_000,
} as const;
export const copiedMilliseconds = 2_000;
export const logoRotationMilliseconds = 5_000;
export const resetRedirectMilliseconds = 3_000;
export const skeletonCards = 6;
/** So many categories are shown before the app runs. */
export const earlyCategories = 60;
/** A longer prompt starts folded after so many characters: a very long text would slow down the page. */
export const foldedLength = 6_000;
/** What the dashboard offers to continue: as many items, used within as many days. */
export const recentItemCount = 4;
export const recentlyUsedDays = 30;

/** Uploaded pictures: bytes and pixels at most; the longer side in details and on cards, in pixels. */
export const image = { bytes: 5 * 1_048_576, pixels: 50_000_000, detailSize: 1_600, cardSize: 640 } as const;

/** The choices for the logo's icon; Lucide's names. */
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
