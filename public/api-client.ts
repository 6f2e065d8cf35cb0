export interface ItemPublishedEvent {
  type: "item.published";
  /**
   * UTC
   * @format date-time
   */
  timestamp: string;
  data:
    | {
        kind: "prompt";
        /** @format uuid */
        id: string;
        slug: string;
        /**
         * The URL of its public page
         * @format uri
         */
        url: string;
        title: string;
        /** The first 500 characters */
        description: string;
        category: string;
        tags: string[];
        /** The access level that a plan needs to open it; 0 is free, for every member */
        tier_access: number;
        /**
         * UTC
         * @format date-time
         */
        created_at: string;
        /**
         * UTC
         * @format date-time
         */
        updated_at: string;
        prompt_type: "Text" | "Image" | "Audio" | "Video" | "Agent";
        difficulty: "beginner" | "intermediate" | "advanced";
      }
    | {
        kind: "playbook";
        /** @format uuid */
        id: string;
        slug: string;
        /**
         * The URL of its public page
         * @format uri
         */
        url: string;
        title: string;
        /** The first 500 characters */
        description: string;
        category: string;
        tags: string[];
        /** The access level that a plan needs to open it; 0 is free, for every member */
        tier_access: number;
        /**
         * UTC
         * @format date-time
         */
        created_at: string;
        /**
         * UTC
         * @format date-time
         */
        updated_at: string;
        is_purchasable: boolean;
        /** In the smallest unit of the currency, such as cents */
        price: number;
      };
}

export interface ItemChangedEvent {
  type: "item.changed";
  /**
   * UTC
   * @format date-time
   */
  timestamp: string;
  data:
    | {
        kind: "prompt";
        /** @format uuid */
        id: string;
        slug: string;
        /**
         * The URL of its public page
         * @format uri
         */
        url: string;
        title: string;
        /** The first 500 characters */
        description: string;
        category: string;
        tags: string[];
        /** The access level that a plan needs to open it; 0 is free, for every member */
        tier_access: number;
        /**
         * UTC
         * @format date-time
         */
        created_at: string;
        /**
         * UTC
         * @format date-time
         */
        updated_at: string;
        prompt_type: "Text" | "Image" | "Audio" | "Video" | "Agent";
        difficulty: "beginner" | "intermediate" | "advanced";
      }
    | {
        kind: "playbook";
        /** @format uuid */
        id: string;
        slug: string;
        /**
         * The URL of its public page
         * @format uri
         */
        url: string;
        title: string;
        /** The first 500 characters */
        description: string;
        category: string;
        tags: string[];
        /** The access level that a plan needs to open it; 0 is free, for every member */
        tier_access: number;
        /**
         * UTC
         * @format date-time
         */
        created_at: string;
        /**
         * UTC
         * @format date-time
         */
        updated_at: string;
        is_purchasable: boolean;
        /** In the smallest unit of the currency, such as cents */
        price: number;
      };
}

export interface ItemUnpublishedEvent {
  type: "item.unpublished";
  /**
   * UTC
   * @format date-time
   */
  timestamp: string;
  data: {
    kind: "prompt" | "playbook";
    /** @format uuid */
    id: string;
    slug: string;
    /**
     * The URL of its public page
     * @format uri
     */
    url: string;
  };
}

export interface MemberJoinedEvent {
  type: "member.joined";
  /**
   * UTC
   * @format date-time
   */
  timestamp: string;
  data: {
    member: {
      /** @format uuid */
      id: string;
      /** Null once the account is deleted */
      email: string | null;
    };
    /**
     * UTC
     * @format date-time
     */
    joined_at: string;
  };
}

export interface PlanStartedEvent {
  type: "plan.started";
  /**
   * UTC
   * @format date-time
   */
  timestamp: string;
  data: {
    member: {
      /** @format uuid */
      id: string;
      /** Null once the account is deleted */
      email: string | null;
    };
    plan: {
      /** @format uuid */
      id: string;
      name: string;
      access_level: number;
    };
    former_plan: null;
  };
}

export interface PlanChangedEvent {
  type: "plan.changed";
  /**
   * UTC
   * @format date-time
   */
  timestamp: string;
  data: {
    member: {
      /** @format uuid */
      id: string;
      /** Null once the account is deleted */
      email: string | null;
    };
    plan: {
      /** @format uuid */
      id: string;
      name: string;
      access_level: number;
    };
    former_plan: {
      /** @format uuid */
      id: string;
      name: string;
      access_level: number;
    };
    /** Present, like the fields after it, if the subscription changes and the plan stays */
    interval?: "month" | "year";
    is_canceled?: boolean;
    /**
     * UTC
     * @format date-time
     */
    current_period_end?: string;
  };
}

export interface PlanEndedEvent {
  type: "plan.ended";
  /**
   * UTC
   * @format date-time
   */
  timestamp: string;
  data: {
    member: {
      /** @format uuid */
      id: string;
      /** Null once the account is deleted */
      email: string | null;
    };
    plan: null;
    former_plan: {
      /** @format uuid */
      id: string;
      name: string;
      access_level: number;
    };
  };
}

export interface PurchaseCreatedEvent {
  type: "purchase.created";
  /**
   * UTC
   * @format date-time
   */
  timestamp: string;
  data: {
    member: {
      /** @format uuid */
      id: string;
      /** Null once the account is deleted */
      email: string | null;
    };
    /** @format uuid */
    id: string;
    /** In the smallest unit of the currency, such as cents */
    amount: number;
    currency: string;
    mode: "sandbox" | "test" | "live";
    playbook: {
      /** @format uuid */
      id: string;
      slug: string;
      title: string;
    };
  };
}

export interface CommentCreatedEvent {
  type: "comment.created";
  /**
   * UTC
   * @format date-time
   */
  timestamp: string;
  data: {
    /** @format uuid */
    id: string;
    is_reply: boolean;
    /** Null if the item isn't published */
    item: {
      kind: "prompt" | "playbook";
      /** @format uuid */
      id: string;
      slug: string;
      /**
       * The URL of its public page
       * @format uri
       */
      url: string;
      title: string;
    };
    /** The part of the author's address before the @ */
    author: string | null;
  };
}

export interface WebhookTestEvent {
  type: "webhook.test";
  /**
   * UTC
   * @format date-time
   */
  timestamp: string;
  data: {
    test: true;
  };
}

/** The settings that everyone can read */
export interface PublicSettings {
  site_name: string;
  site_logo: string;
  site_logo_type: "icon" | "image";
  site_logo_icon:
    | "Sparkles"
    | "Zap"
    | "Rocket"
    | "Star"
    | "Crown"
    | "Gem"
    | "Brain"
    | "Target"
    | "CheckCircle";
  /** The tagline beside the name; empty for the product's own */
  site_tagline: string;
  /** A picture that was uploaded; empty for the product's own */
  site_favicon: string;
  /**
   * As #rrggbb; empty for the product's own
   * @pattern ^(#[0-9a-f]{6})?$
   */
  site_accent: string;
  support_email: string;
  /** ISO 4217, lowercase */
  currency:
    | "aed"
    | "afn"
    | "all"
    | "amd"
    | "aoa"
    | "ars"
    | "aud"
    | "awg"
    | "azn"
    | "bam"
    | "bbd"
    | "bdt"
    | "bhd"
    | "bif"
    | "bmd"
    | "bnd"
    | "bob"
    | "brl"
    | "bsd"
    | "bwp"
    | "byn"
    | "bzd"
    | "cad"
    | "cdf"
    | "chf"
    | "clp"
    | "cny"
    | "cop"
    | "crc"
    | "cve"
    | "czk"
    | "djf"
    | "dkk"
    | "dop"
    | "dzd"
    | "egp"
    | "etb"
    | "eur"
    | "fjd"
    | "fkp"
    | "gbp"
    | "gel"
    | "gip"
    | "gmd"
    | "gnf"
    | "gtq"
    | "gyd"
    | "hkd"
    | "hnl"
    | "htg"
    | "huf"
    | "idr"
    | "ils"
    | "inr"
    | "isk"
    | "jmd"
    | "jod"
    | "jpy"
    | "kes"
    | "kgs"
    | "khr"
    | "kmf"
    | "krw"
    | "kwd"
    | "kyd"
    | "kzt"
    | "lak"
    | "lbp"
    | "lkr"
    | "lrd"
    | "lsl"
    | "mad"
    | "mdl"
    | "mga"
    | "mkd"
    | "mmk"
    | "mnt"
    | "mop"
    | "mur"
    | "mvr"
    | "mwk"
    | "mxn"
    | "myr"
    | "mzn"
    | "nad"
    | "ngn"
    | "nio"
    | "nok"
    | "npr"
    | "nzd"
    | "omr"
    | "pab"
    | "pen"
    | "pgk"
    | "php"
    | "pkr"
    | "pln"
    | "pyg"
    | "qar"
    | "ron"
    | "rsd"
    | "rub"
    | "rwf"
    | "sar"
    | "sbd"
    | "scr"
    | "sek"
    | "sgd"
    | "shp"
    | "sle"
    | "sos"
    | "srd"
    | "szl"
    | "thb"
    | "tjs"
    | "tnd"
    | "top"
    | "try"
    | "ttd"
    | "twd"
    | "tzs"
    | "uah"
    | "ugx"
    | "usd"
    | "uyu"
    | "uzs"
    | "vnd"
    | "vuv"
    | "wst"
    | "xaf"
    | "xcd"
    | "xcg"
    | "xof"
    | "xpf"
    | "yer"
    | "zar"
    | "zmw";
  tax: "off" | "automatic";
  tax_behavior: "exclusive" | "inclusive";
  /** @maxLength 200 */
  open_in: string;
  /** @maxLength 4000 */
  open_in_own: string;
  /** @pattern ^(pk_(test|live)_\S*)?$ */
  stripe_publishable_key: string;
}

export interface ErrorBody {
  /** For people */
  error: string;
  /**
   * Stable, for programs; new codes can be added.
   * - `bad_request` (400): The request cannot be read, for example because its body is not JSON
   * - `invalid_cursor` (400): The list has not returned this cursor; start with its first page
   * - `invalid_signature` (400): The signature of an event from the payment provider is wrong
   * - `not_signed_in` (401): The endpoint needs a token or a key
   * - `invalid_token` (401): The token or key is invalid, has expired or was revoked
   * - `payment_declined` (402): The payment was declined; nothing has changed
   * - `forbidden` (403): The account or its plan does not permit this, or the endpoint is closed to keys and programs
   * - `second_factor_required` (403): The session has not proved its second factor yet
   * - `insufficient_scope` (403): The key or program lacks a scope, which the message names
   * - `reauthentication_needed` (403): The last sign-in or confirmation is too long ago; confirm with POST /api/v1/sessions/confirm
   * - `not_found` (404): Not found, or not visible to this viewer
   * - `method_not_allowed` (405): The address does not have this method; the `Allow` header names those it has
   * - `conflict` (409): The request conflicts with the current state; the message says how
   * - `has_complimentary_plan` (409): The account has a plan without payment that includes what the subscription would add
   * - `has_subscribers` (409): The plan cannot become free while members pay for it
   * - `confirmation_required` (409): The change takes away what the message names; confirm it with `confirm_losses`
   * - `consent_required` (409): The site asks for consent first; name it in `agreed_to`
   * - `model_off` (409): The site has no language model
   * - `payload_too_large` (413): The body or file is too large, or has too many values
   * - `unsupported_media_type` (415): The content type or encoding of the body is not accepted
   * - `validation_failed` (422): A value is invalid; the message names it
   * - `daily_copy_limit_reached` (429): The copies of this day are used up
   * - `daily_run_limit_reached` (429): The runs of this day are used up
   * - `monthly_run_limit_reached` (429): The runs of this month are used up
   * - `over_request_rate_limit` (429): Too many requests
   * - `internal` (500): Something went wrong on our side
   * - `not_implemented` (501): `/oembed` returns only JSON
   * - `email_failed` (502): The email server did not accept the email
   * - `model_failed` (502): The language model did not answer
   * - `payments_unreachable` (502): The payment provider could not be reached
   * - `payments_off` (503): The site takes no payments
   * - `unavailable` (503): Something that the site needs is unavailable; try again
   */
  code: string;
}

/** A plan. With `reading_counts`, opening an item counts against the daily limit like copying, each item once a day */
export interface Tier {
  /** @format uuid */
  id: string;
  name: string;
  /** Per month. In the smallest unit of the currency, such as cents */
  price: number;
  billing_interval: "monthly" | "yearly";
  /** 999999 means no limit */
  daily_copy_limit: number;
  reading_counts: boolean;
  /** How many times a day members can run prompts on the site; 999999 means no limit */
  daily_run_limit: number;
  trial_days: number;
  /** The plan opens the items whose `tier_access` is at most this: 0 is free, 1 opens all prompts, 2 all prompts and playbooks, unless the owner numbers them otherwise */
  access_level: number;
  featured: boolean;
  features: string[];
  /** Whether people without access see the first lines of the prompts that this plan opens */
  shows_first_lines: boolean;
}

/** The viewer's own profile. `copies_left` counts down to the next UTC midnight and is null without a limit */
export interface Profile {
  /** @format uuid */
  id: string;
  email: string;
  display_name: string | null;
  bio: string | null;
  /**
   * UTC
   * @format date-time
   */
  created_at: string;
  role: "member" | "editor" | "support" | "admin";
  /** @format uuid */
  tier_id: string | null;
  tier_name: string | null;
  /** Whether the member wants emails about the plan */
  email_notifications: boolean;
  /** Whether the member wants news from the owner, and the weekly digest */
  email_news: boolean;
  weekly_digest: boolean;
  /** Whether the member wants emails about replies to their comments */
  email_replies: boolean;
  /** The language of their pages and emails; null until they first sign in */
  locale: string | null;
  daily_copy_limit: number;
  copies_left: number | null;
  /** Whether reading counts against the daily limit too */
  reading_counts: boolean;
  /** How many prompts can be run per day: 0 if none, 999999 without a limit (`runs_left` is null then) */
  daily_run_limit: number;
  runs_left: number | null;
  /** False if only a provider, a passkey or links open the account */
  has_password: boolean;
  /** Whether the member must set up two-factor sign-in before their role takes effect */
  needs_second_factor: boolean;
  /** Whether the member hasn't agreed to the pages that new members must agree to */
  needs_consent: boolean;
  can: {
    administer: boolean;
    /** Prompts, playbooks and imports */
    edit_catalog: boolean;
    /** Members and their comments */
    support_members: boolean;
  };
}

/** What a member's plan allows today: `copies_left` and `runs_left` count down to the next UTC midnight and are null without a limit. `id` is the member's */
export interface Allowance {
  /** @format uuid */
  id: string;
  /** @format uuid */
  tier_id: string | null;
  tier_name: string | null;
  daily_copy_limit: number;
  copies_left: number | null;
  /** Whether reading counts against the daily limit too */
  reading_counts: boolean;
  /** How many prompts can be run per day: 0 if none, 999999 without a limit (`runs_left` is null then) */
  daily_run_limit: number;
  runs_left: number | null;
}

export interface AdminUser {
  /** @format uuid */
  id: string;
  email: string;
  role: "member" | "editor" | "support" | "admin";
  tier_name: string | null;
  /**
   * UTC
   * @format date-time
   */
  created_at: string;
}

/** What deleting an account would end. Amounts are in the currency's minor unit */
export interface AccountDeletion {
  subscriptions: {
    id: string;
    /** The plan's name; null if it no longer exists */
    name: string | null;
    /** Per `interval` */
    amount: number;
    currency: string;
    interval: "month" | "year";
    is_trial: boolean;
    /**
     * The end of the paid period; null in a trial, or while a payment is due
     * @format date-time
     */
    paid_until: string | null;
    /** The value of the unused part of that period, at the plan's price */
    unused_amount: number;
  }[];
  /** The redeemed gifts that haven't ended; one without an end waits until the current plan has ended */
  gifts: {
    /** @format uuid */
    id: string;
    plan: string;
    /**
     * UTC
     * @format date-time
     */
    ends_at: string | null;
  }[];
  /** The number of purchased playbooks */
  playbooks: number;
}

/** The viewer's plan. `billing_cycle` is Monthly unless the current subscription is yearly. `price` is per month, `amount` per period of the current subscription, both in the currency's minor unit */
export interface Subscription {
  plan: string;
  /** In the smallest unit of the currency, such as cents */
  price: number;
  billing_cycle: "Monthly" | "Yearly";
  /** @format uuid */
  tier_id: string | null;
  daily_copy_limit: number;
  copies_left: number | null;
  source: "free" | "subscription" | "complimentary" | "gift";
  /** The plan that the current subscription pays for, even while the member has another one as a gift or for free */
  paid_plan: {
    /** @format uuid */
    tier_id: string;
    name: string;
  };
  /** The redeemed gifts that haven't ended; one without an end waits until the current plan has ended. One that was paused has the days that are left of it */
  gifts: {
    /** @format uuid */
    id: string;
    plan: string;
    months: number | null;
    days: number | null;
    /**
     * UTC
     * @format date-time
     */
    ends_at: string | null;
  }[];
  /** The provider's status of the current subscription: trialing, active, past_due, unpaid, paused */
  status: string | null;
  interval: "month" | "year";
  amount: number | null;
  /** The price of `plan`, where a change of the subscription isn't paid and so leaves the earlier plan or price; per period. `until` is the end of what is left of a refunded or disputed change */
  kept_price: {
    amount: number;
    interval: "month" | "year";
    /**
     * UTC
     * @format date-time
     */
    until: string | null;
  };
  /** How many units of the plan are paid for; 1 unless the owner has changed that at the provider */
  quantity: number;
  /** The currency of `amount` and `price`; ISO 4217, lowercase */
  currency: string;
  /** The amount of the next payment, with discount and tax */
  next_amount: number | null;
  /** Applies to payments before `until`; null means all payments */
  discount: {
    percent_off: number | null;
    amount_off: number | null;
    /**
     * UTC
     * @format date-time
     */
    until: string | null;
  };
  /**
   * UTC
   * @format date-time
   */
  next_payment_at: string | null;
  /**
   * The end of `plan`, from whichever source it is; on the Free plan, the same as `subscription_ends_at`
   * @format date-time
   */
  ends_at: string | null;
  /**
   * The end of the current subscription; null if it renews
   * @format date-time
   */
  subscription_ends_at: string | null;
  /**
   * UTC
   * @format date-time
   */
  trial_end: string | null;
  /**
   * Until when the plan stays after a failed payment; null if it doesn't
   * @format date-time
   */
  grace_until: string | null;
  /** Why the plan currently isn't `plan`: its payment was refunded or disputed. With a `status` it is still charged; without, it has ended */
  reversal: {
    reason: "refunded" | "disputed" | "dispute_lost";
    plan: string;
  };
  /** The payment provider no longer knows the subscription: it won't be charged again, and will end */
  is_missing: boolean;
  /** All current subscriptions of a member with several, each of which is charged */
  duplicates: {
    id: string;
    plan: string;
    amount: number;
    currency: string;
    interval: "month" | "year";
    /**
     * UTC
     * @format date-time
     */
    next_payment_at: string | null;
    /**
     * UTC
     * @format date-time
     */
    ends_at: string | null;
  }[];
  /** Whether a new subscription would begin with a trial */
  can_try: boolean;
  /** A change that waits for the member to confirm its payment; until then the plan stays the same */
  pending_change: {
    name: string;
    amount: number;
    currency: string;
    interval: "month" | "year";
    /**
     * UTC
     * @format date-time
     */
    expires_at: string;
  };
  /** The plan whose payment, the first or that of a change, is on its way for days, such as a bank debit. Until then it gives no access, and no other plan is sold */
  payment_under_way: {
    /** @format uuid */
    tier_id: string;
    name: string;
  };
  /** The plan's current price, if it is lower than the member's */
  lower_amount: number | null;
  /** The newest subscription was ended at its start, because its card had already been used for a trial */
  trial_refused: boolean;
  /** The provider's page for confirming a payment, if one needs to be confirmed */
  action_url: string | null;
  payments: "off" | "sandbox" | "test" | "live";
  can: {
    cancel: boolean;
    resume: boolean;
    manage_billing: boolean;
  };
}

export interface ChangePreview {
  tier: {
    /** @format uuid */
    id: string;
    name: string;
  };
  interval: "month" | "year";
  /** Per period of the new plan, in the currency's minor unit, before the discount that stays */
  amount: number;
  currency: string;
  /** Applies to payments before `until`; null means all payments */
  discount: {
    percent_off: number | null;
    amount_off: number | null;
    /**
     * UTC
     * @format date-time
     */
    until: string | null;
  };
  /** The amount to pay now; `credit` is deducted from the next invoices if the old plan was worth more */
  amount_due: number;
  credit: number;
  /**
   * UTC
   * @format date-time
   */
  proration_date: string;
  /**
   * UTC
   * @format date-time
   */
  next_payment_at: string;
  /**
   * When the current trial would end after the change; null if it would end at once or there is none
   * @format date-time
   */
  trial_end: string | null;
  ends_trial: boolean;
  /** Whether the plan changes, and not only the interval or the price */
  is_other_plan: boolean;
  /** The same plan and interval at the current, lower price */
  is_lower_price: boolean;
  /** The plan is canceled, and the change takes that back */
  resumes: boolean;
}

export interface Checkout {
  /** `processing`: paid with a method that takes days */
  status: "open" | "processing" | "complete" | "expired";
  name: string;
  /** The page of the purchase */
  path: string;
  /** The plan hasn't started, because its card had already been used for a trial */
  is_trial_refused: boolean;
}

/** Problems that need the owner's attention. Amounts are in the currency's minor unit */
export interface BillingWarnings {
  /** Members with several current subscriptions, who are charged for each */
  duplicates: {
    email: string;
    subscriptions: {
      id: string;
      name: string;
      amount: number;
      currency: string;
      interval: "month" | "year";
    }[];
  }[];
  /** How many subscriptions the provider no longer knows */
  missing: number;
  /** How many events have failed repeatedly */
  failing_events: number;
}

export interface Stats {
  total_prompts: number;
  total_playbooks: number;
  total_books: 0;
  your_favorites: number;
}

export interface RecentItems {
  items: {
    target_type: "prompt" | "playbook";
    slug: string;
    title: string;
    /**
     * UTC
     * @format date-time
     */
    used_at: string;
  }[];
  /**
   * How many items match, on all pages
   * @min 0
   */
  total: number;
  /** Send it as `cursor` to get the next page; null on the last one */
  next_cursor: string | null;
}

/** All values at once, latest first: their number is limited */
export interface SavedValues {
  items: SavedValue[];
  /**
   * How many items match, on all pages
   * @min 0
   */
  total: number;
  /** Send it as `cursor` to get the next page; null on the last one */
  next_cursor: string | null;
}

export interface SavedValue {
  name: string;
  value: string;
  /**
   * UTC
   * @format date-time
   */
  updated_at: string;
}

export interface PromptList {
  items: PromptCard[];
  /**
   * How many items match, on all pages
   * @min 0
   */
  total: number;
  /** Send it as `cursor` to get the next page; null on the last one */
  next_cursor: string | null;
  /** False if a search matches more than `total` items */
  total_is_exact: boolean;
  /** The corrected search text, if `q` had no results and a misspelling was likely; null otherwise */
  corrected_q: string | null;
}

/** A prompt in a list, never with its body */
export interface PromptCard {
  /** @format uuid */
  id: string;
  slug: string;
  title: string;
  description: string;
  /** Its categories, separated by commas */
  category: string;
  tags: string[];
  /** The access level that a plan needs to open it; 0 is free, for every member */
  tier_access: number;
  view_count: number;
  vote_count: number;
  /**
   * UTC
   * @format date-time
   */
  created_at: string;
  /** Whether I have upvoted it; false without a token */
  is_upvoted: boolean;
  /** Whether it is among my favorites; false without a token */
  is_favorited: boolean;
  prompt_type: "Text" | "Image" | "Audio" | "Video" | "Agent";
  difficulty: "beginner" | "intermediate" | "advanced";
  preview_image_url: string | null;
  can: {
    read: boolean;
  };
}

/** A prompt as its viewer may see it. Without `can.read`, the body is null and the example output is only a teaser; `example_output_is_cut`: it isn't the whole text. `daily_limit_reached`: the viewer's plan limits reading, and the limit is used up for today. `preview` is null if the viewer's plan includes the prompt */
export type Prompt = PromptCard & {
  can?: {
    read: boolean;
    copy: boolean;
    vote: boolean;
    favorite: boolean;
    comment: boolean;
    edit: boolean;
  };
  status: "draft" | "published";
  /**
   * UTC
   * @format date-time
   */
  updated_at: string;
  model_context: string;
  use_cases: string[];
  example_output: string;
  example_output_is_cut: boolean;
  prompt_body: string | null;
  version: number;
  /**
   * UTC
   * @format date-time
   */
  version_at: string;
  /** All blanks, even for a locked prompt, but then without their defaults */
  blanks: {
    /**
     * @minLength 1
     * @maxLength 80
     */
    name: string;
    /**
     * @maxLength 120
     * @default ""
     */
    label?: string;
    /**
     * @maxLength 500
     * @default ""
     */
    help?: string;
    /** @default "line" */
    kind?: "line" | "text" | "number" | "choice";
    /**
     * @maxLength 20000
     * @default ""
     */
    default?: string;
    /**
     * @maxItems 50
     * @default []
     */
    options?: string[];
    /** @default true */
    required?: boolean;
    /** @default "text" */
    scope?: "text" | "everywhere" | "nowhere";
  }[];
  daily_limit_reached: boolean;
  /** The public facts about a body. `first_lines` is null unless the plan that includes the prompt allows showing them */
  preview: {
    words: number;
    blanks: number;
    first_lines: string | null;
  };
};

/** `text` is the body with its blanks filled in. `copies_left` is null without a limit */
export interface PromptCopy {
  prompt_body: string;
  text: string;
  version: number;
  copies_left: number | null;
}

export interface PromptResults {
  items: PromptResult[];
  /**
   * How many items match, on all pages
   * @min 0
   */
  total: number;
  /** Send it as `cursor` to get the next page; null on the last one */
  next_cursor: string | null;
}

export interface PromptResult {
  /** @format uuid */
  id: string;
  /** The prompt's title at the time the answer was saved */
  title: string;
  version: number;
  model: string;
  result: string;
  /**
   * UTC
   * @format date-time
   */
  created_at: string;
}

/** How well the current version works, for each model with enough reports. `failures`: for the author, editors and admins, how often each version fails, with members' notes; null for others */
export interface PromptOutcomes {
  version: number;
  models: {
    model: string;
    worked: number;
    total: number;
    /**
     * UTC
     * @format date-time
     */
    last_confirmed_at: string | null;
  }[];
  /** The viewer's report on this version */
  mine: {
    worked: boolean;
    model: string;
    note: string;
  };
  /** Whether the viewer has reported on an earlier version */
  has_earlier: boolean;
  /** The model of the viewer's latest report on any prompt */
  last_model: string | null;
  failures:
    | {
        model: string;
        worked: number;
        total: number;
        version: number;
        notes: string[];
      }[]
    | null;
  can: {
    report: boolean;
  };
}

/** The versions of a published text, the current one first */
export interface PromptVersions {
  items: {
    number: number;
    /**
     * UTC
     * @format date-time
     */
    saved_at: string;
    is_current: boolean;
  }[];
  /**
   * How many items match, on all pages
   * @min 0
   */
  total: number;
  /** Send it as `cursor` to get the next page; null on the last one */
  next_cursor: string | null;
}

export interface PromptVersion {
  number: number;
  /**
   * UTC
   * @format date-time
   */
  saved_at: string;
  is_current: boolean;
  prompt_body: string;
  difference: {
    kind: "same" | "added" | "removed";
    text: string;
  }[];
}

export interface PlaybookList {
  items: PlaybookCard[];
  /**
   * How many items match, on all pages
   * @min 0
   */
  total: number;
  /** Send it as `cursor` to get the next page; null on the last one */
  next_cursor: string | null;
  /** False if a search matches more than `total` items */
  total_is_exact: boolean;
  /** The corrected search text, if `q` had no results and a misspelling was likely; null otherwise */
  corrected_q: string | null;
}

/** A playbook in a list, without its steps */
export interface PlaybookCard {
  /** @format uuid */
  id: string;
  slug: string;
  title: string;
  description: string;
  /** Its categories, separated by commas */
  category: string;
  tags: string[];
  /** The access level that a plan needs to open it; 0 is free, for every member */
  tier_access: number;
  view_count: number;
  vote_count: number;
  /**
   * UTC
   * @format date-time
   */
  created_at: string;
  /** Whether I have upvoted it; false without a token */
  is_upvoted: boolean;
  /** Whether it is among my favorites; false without a token */
  is_favorited: boolean;
  image_url: string | null;
  is_purchasable: boolean;
  /** In the smallest unit of the currency, such as cents */
  price: number;
  step_count: number;
  can: {
    read: boolean;
  };
}

/** A playbook as its viewer may see it; without `can.read`, `steps` is empty. `daily_limit_reached`: the viewer's plan limits reading, and the limit is used up for today. `version` counts the published texts, and `version_at` is when the current one was published. `position` is the viewer's last position: -1 is the overview, 0 to `step_count` - 1 are the steps, null before the first visit */
export type Playbook = PlaybookCard & {
  can?: {
    read: boolean;
    purchase: boolean;
    vote: boolean;
    favorite: boolean;
    comment: boolean;
    edit: boolean;
  };
  status: "draft" | "published";
  /**
   * UTC
   * @format date-time
   */
  updated_at: string;
  version: number;
  /**
   * UTC
   * @format date-time
   */
  version_at: string;
  steps: PlaybookStep[];
  /** For viewers without access: the titles of the steps, each with its number of prompts. Empty if only the daily limit is reached */
  preview: {
    title: string;
    prompt_count: number;
  }[];
  is_purchased: boolean;
  daily_limit_reached: boolean;
  position: number | null;
};

/** `step_order` is 0-based */
export interface PlaybookStep {
  /** @format uuid */
  id: string;
  step_order: number;
  title: string;
  description: string;
  prompts: {
    type: "library" | "manual";
    title: string;
    prompt_body: string;
    blanks: {
      /**
       * @minLength 1
       * @maxLength 80
       */
      name: string;
      /**
       * @maxLength 120
       * @default ""
       */
      label?: string;
      /**
       * @maxLength 500
       * @default ""
       */
      help?: string;
      /** @default "line" */
      kind?: "line" | "text" | "number" | "choice";
      /**
       * @maxLength 20000
       * @default ""
       */
      default?: string;
      /**
       * @maxItems 50
       * @default []
       */
      options?: string[];
      /** @default true */
      required?: boolean;
      /** @default "text" */
      scope?: "text" | "everywhere" | "nowhere";
    }[];
    slug: string | null;
  }[];
}

/** `values` by key of blank. `steps` in the playbook's order, at least as many as its version has */
export interface PlaybookRun {
  /** @format uuid */
  id: string;
  name: string;
  /** Null if it was deleted or the member can no longer see it. `version` is the current one */
  playbook: {
    slug: string;
    title: string;
    version: number;
  };
  /** The version of the playbook whose steps the run uses, at first the one in which it was started */
  version: number;
  /**
   * UTC
   * @format date-time
   */
  created_at: string;
  /**
   * UTC
   * @format date-time
   */
  updated_at: string;
  values: Record<string, string>;
  steps: {
    done: boolean;
    result: string;
    /**
     * UTC
     * @format date-time
     */
    updated_at: string | null;
  }[];
}

export interface PlaybookRunItem {
  /** @format uuid */
  id: string;
  name: string;
  /** Null if it was deleted or the member can no longer see it. `version` is the current one */
  playbook: {
    slug: string;
    title: string;
    version: number;
  };
  /** The version of the playbook whose steps the run uses, at first the one in which it was started */
  version: number;
  /**
   * UTC
   * @format date-time
   */
  created_at: string;
  /**
   * UTC
   * @format date-time
   */
  updated_at: string;
  done_count: number;
  step_count: number;
}

/** `is_merged`: another device had saved in between, and the result now contains both texts */
export interface SavedRunStep {
  done: boolean;
  result: string;
  /**
   * UTC
   * @format date-time
   */
  updated_at: string | null;
  is_merged: boolean;
}

export interface VoteState {
  is_upvoted: boolean;
  vote_count: number;
}

/** A page of comments, oldest first, each with its first 50 replies, or fewer if they are long. `total` counts top-level comments and their direct replies, without those that are deleted or hidden, even where they are still listed because they have replies; `limit` only top-level comments */
export interface CommentList {
  items: Comment[];
  /**
   * How many items match, on all pages
   * @min 0
   */
  total: number;
  /** Send it as `cursor` to get the next page; null on the last one */
  next_cursor: string | null;
}

/** A comment or a reply. A deleted or hidden one is only listed while it has replies. */
export interface Comment {
  /** @format uuid */
  id: string;
  /** @format uuid */
  parent_id: string | null;
  /**
   * The comment at the top of its thread; null for that comment itself
   * @format uuid
   */
  root_id: string | null;
  /** The part of the email address before the @, or "deleted user"; null if deleted or hidden */
  author: string | null;
  is_admin: boolean;
  body: string | null;
  /** `held`: waiting for approval. Only its author and moderators see this status; anyone else sees `hidden` */
  status: "visible" | "held" | "hidden" | "deleted";
  /** Whether the viewer has reported it */
  is_reported: boolean;
  is_edited: boolean;
  /**
   * UTC
   * @format date-time
   */
  created_at: string;
  /**
   * UTC
   * @format date-time
   */
  updated_at: string;
  can: {
    edit: boolean;
    reply: boolean;
    hide: boolean;
    report: boolean;
  };
  /** The cursor of the thread's further replies */
  more_replies: string | null;
}

/** `total` is the number of visible replies in the thread */
export interface ReplyList {
  items: Comment[];
  /**
   * How many items match, on all pages
   * @min 0
   */
  total: number;
  /** Send it as `cursor` to get the next page; null on the last one */
  next_cursor: string | null;
}

/** `favorite_count` is the number of the viewer's favorites that are listed, prompts and playbooks together */
export interface FavoriteState {
  is_favorited: boolean;
  favorite_count: number;
}

/** `item_id`: the entry of the requested item; null if the collection doesn't contain it */
export interface CollectionInList {
  /** @format uuid */
  id: string;
  name: string;
  note: string;
  /**
   * UTC
   * @format date-time
   */
  created_at: string;
  /**
   * UTC
   * @format date-time
   */
  updated_at: string;
  /**
   * The last part of the sharing URL; null if the collection isn't shared
   * @format uuid
   */
  link: string | null;
  item_count: number;
  /** @format uuid */
  item_id: string | null;
}

export interface Collection {
  /** @format uuid */
  id: string;
  name: string;
  note: string;
  /**
   * UTC
   * @format date-time
   */
  created_at: string;
  /**
   * UTC
   * @format date-time
   */
  updated_at: string;
  /**
   * The last part of the sharing URL; null if the collection isn't shared
   * @format uuid
   */
  link: string | null;
  items: CollectionItem[];
  /** The number of items that I can't open */
  hidden_count: number;
}

/** A prompt or playbook in a collection, with the metadata that the viewer can see but never the text. `prompt_type` is null for a playbook */
export interface CollectionItem {
  /** @format uuid */
  id: string;
  target_type: "prompt" | "playbook";
  slug: string;
  title: string;
  description: string;
  prompt_type: "Text" | "Image" | "Audio" | "Video" | "Agent";
  tier_access: number;
  note: string;
  /**
   * UTC
   * @format date-time
   */
  added_at: string;
  can: {
    read: boolean;
  };
}

/** `shared_by` is null if the member has no display name */
export interface SharedCollection {
  name: string;
  note: string;
  /**
   * UTC
   * @format date-time
   */
  created_at: string;
  /**
   * UTC
   * @format date-time
   */
  updated_at: string;
  items: CollectionItem[];
  /** The number of items that I can't open */
  hidden_count: number;
  shared_by: string | null;
  is_own: boolean;
}

export interface LibraryExport {
  prompts: Record<string, any>[];
  playbooks: Record<string, any>[];
}

/** `done` of `total`: the progress of the current work. `counts` are those of the check until the import is started, then those of the import */
export interface Import {
  /** @format uuid */
  id: string;
  name: string;
  kind: "csv" | "json" | "zip";
  state:
    | "checking"
    | "checked"
    | "importing"
    | "done"
    | "undoing"
    | "undone"
    | "failed";
  settings: {
    /** @default "new-drafts" */
    status?: "new-drafts" | "file" | "draft" | "published";
    /**
     * @min 0
     * @max 1000
     * @default null
     */
    tier_access?: number | null;
    /**
     * @maxLength 200
     * @default null
     */
    category?: string | null;
    /** @default true */
    skip_duplicates?: boolean;
    /** @default {} */
    mapping?: Record<string, string>;
  };
  columns: {
    name: string;
    sample: string;
    field: string;
  }[];
  problem: string | null;
  total: number;
  done: number;
  counts: {
    created: number;
    changed: number;
    unchanged: number;
    duplicate: number;
    refused: number;
  };
  /** After an undo: the number of items that were restored, and of those kept because they have changed since */
  restored: number;
  kept: number;
  /**
   * UTC
   * @format date-time
   */
  created_at: string;
}

export interface History {
  items: HistoryEntry[];
  /**
   * How many items match, on all pages
   * @min 0
   */
  total: number;
  /** Send it as `cursor` to get the next page; null on the last one */
  next_cursor: string | null;
}

export interface HistoryEntry {
  /** @format uuid */
  id: string;
  action: "viewed" | "copied" | "ran";
  /**
   * UTC
   * @format date-time
   */
  at: string;
  target_type: "prompt" | "playbook";
  slug: string;
  title: string;
  /** The place in a playbook of the prompt that was copied or run, both 0-based; null for a whole item */
  place: {
    step: number;
    prompt: number;
  };
  /** @format uuid */
  run_id: string | null;
  /** Whether a text was shown and is stored */
  has_text: boolean;
  /** Whether the text has changed since; false for viewers who can no longer read it */
  is_changed: boolean;
  can: {
    read: boolean;
  };
}

/** `text` is what was shown, copied or run; null if the viewer can no longer read it. `difference`: from the author's text then to today's */
export interface HistoryEntryWithText {
  /** @format uuid */
  id: string;
  action: "viewed" | "copied" | "ran";
  /**
   * UTC
   * @format date-time
   */
  at: string;
  target_type: "prompt" | "playbook";
  slug: string;
  title: string;
  /** The place in a playbook of the prompt that was copied or run, both 0-based; null for a whole item */
  place: {
    step: number;
    prompt: number;
  };
  /** @format uuid */
  run_id: string | null;
  /** Whether a text was shown and is stored */
  has_text: boolean;
  /** Whether the text has changed since; false for viewers who can no longer read it */
  is_changed: boolean;
  can: {
    read: boolean;
  };
  text: string | null;
  difference: {
    kind: "same" | "added" | "removed";
    text: string;
  }[];
}

export interface MyVersionItem {
  /** @format uuid */
  id: string;
  name: string;
  /** The original; null if it was deleted or the member can no longer see it */
  prompt: {
    slug: string;
    title: string;
  };
  /** Whether the original has changed since; false if the member can no longer read it */
  is_original_changed: boolean;
  /**
   * UTC
   * @format date-time
   */
  created_at: string;
  /**
   * UTC
   * @format date-time
   */
  updated_at: string;
}

/** `values` by key of blank. `difference` (on request): from the original, as it was last merged, to this text; empty if the member can't read the original. Where a plan counts reading, asking for it counts as reading the original */
export interface MyVersion {
  /** @format uuid */
  id: string;
  name: string;
  /** The original; null if it was deleted or the member can no longer see it */
  prompt: {
    slug: string;
    title: string;
  };
  /** Whether the original has changed since; false if the member can no longer read it */
  is_original_changed: boolean;
  /**
   * UTC
   * @format date-time
   */
  created_at: string;
  /**
   * UTC
   * @format date-time
   */
  updated_at: string;
  text: string;
  values: Record<string, string>;
  blanks: {
    /**
     * @minLength 1
     * @maxLength 80
     */
    name: string;
    /**
     * @maxLength 120
     * @default ""
     */
    label?: string;
    /**
     * @maxLength 500
     * @default ""
     */
    help?: string;
    /** @default "line" */
    kind?: "line" | "text" | "number" | "choice";
    /**
     * @maxLength 20000
     * @default ""
     */
    default?: string;
    /**
     * @maxItems 50
     * @default []
     */
    options?: string[];
    /** @default true */
    required?: boolean;
    /** @default "text" */
    scope?: "text" | "everywhere" | "nowhere";
  }[];
  base_version: number;
  original_version: number | null;
  difference?: {
    kind: "same" | "added" | "removed";
    text: string;
  }[];
  can: {
    read_original: boolean;
  };
}

/** The regions in order form the whole text. `version` is the original's, `updated_at` that of the merged text; when saving the result, send `version` as `base_version`, and `updated_at` */
export interface MyVersionMerge {
  version: number;
  /**
   * UTC
   * @format date-time
   */
  updated_at: string;
  regions: (
    | {
        kind: "merged";
        text: string;
      }
    | {
        kind: "conflict";
        mine: string;
        base: string;
        original: string;
      }
  )[];
}

/** A checkout in the built-in sandbox, where no money moves. `amount` is in the currency's minor unit */
export interface SandboxCheckout {
  name: string;
  amount: number;
  currency: string;
  /** The reduction of the first payment, and the terms of the code */
  discount: {
    code: string;
    first_amount: number;
    percent_off: number | null;
    amount_off: number | null;
    duration: "once" | "repeating" | "forever";
    duration_months: number | null;
  };
  tax: number;
  is_tax_included: boolean;
  /** The part that an earlier credit pays; negative if an earlier amount was too small to be charged */
  credit: number;
  /** The amount due, with discount, tax and credit */
  due: number;
  /** Whether the buyer must agree to the terms */
  terms_consent: boolean;
  interval: "month" | "year";
  trial_days: number;
  status: "open" | "complete" | "expired";
  /** The page that the purchase was made on */
  cancel_url: string;
}

/** A gift as anyone with its code sees it. `status`: it can be redeemed, the viewer has redeemed it, or it is no longer available. `starts` says whether it would begin at once for this viewer, or once their current plan ends; null for visitors */
export interface Gift {
  code: string;
  plan: string;
  features: string[];
  months: number | null;
  days: number | null;
  /**
   * UTC
   * @format date-time
   */
  redeem_by: string | null;
  status: "open" | "yours" | "taken" | "expired" | "revoked";
  starts: "now" | "later";
  /** The viewer's current plan, if they have one */
  current_plan: string | null;
  /**
   * When it ends, if the viewer has started it; when it would end if redeemed now, if it is open
   * @format date-time
   */
  ends_at: string | null;
  /** Whether the viewer has had it, and it is over */
  has_ended: boolean;
  /** The plan that the viewer keeps being charged for, if there is one; their current plan may be another one that is free */
  paid_plan: string | null;
  /** Whether there is a `paid_plan` */
  is_paying: boolean;
}

/** A gift code as admins see it, with the email address of its redeemer; null for a deleted account */
export interface AdminGift {
  /** @format uuid */
  id: string;
  code: string;
  plan: string | null;
  months: number | null;
  days: number | null;
  note: string;
  /**
   * UTC
   * @format date-time
   */
  redeem_by: string | null;
  status: "open" | "expired" | "waiting" | "running" | "over" | "revoked";
  redeemed_by: string | null;
  /**
   * UTC
   * @format date-time
   */
  redeemed_at: string | null;
  /**
   * UTC
   * @format date-time
   */
  ends_at: string | null;
  /**
   * UTC
   * @format date-time
   */
  created_at: string;
}

/** The reduction that a code gives. `amount` is the price, `due` the reduced first payment; both in the currency's minor unit. Without a playbook in the request, it lists the plans that the code applies to; otherwise, the playbook */
export interface OfferQuote {
  code: string;
  percent_off: number | null;
  amount_off: number | null;
  currency: string;
  duration: "once" | "repeating" | "forever";
  duration_months: number | null;
  /**
   * UTC
   * @format date-time
   */
  ends_at: string | null;
  plans: {
    /** @format uuid */
    tier_id: string;
    interval: "month" | "year";
    amount: number;
    due: number;
  }[];
  playbook: {
    amount: number;
    due: number;
  };
}

/** An offer as admins see it. `redemptions` are completed checkouts, `held` are open ones; `given` is the total reduction of first payments, in the currency's minor unit */
export interface AdminOffer {
  /** @format uuid */
  id: string;
  /**
   * @minLength 3
   * @maxLength 40
   * @pattern ^[A-Za-z0-9][A-Za-z0-9-]*$
   */
  code: string;
  /**
   * @min 1
   * @max 100
   */
  percent_off: number | null;
  /**
   * @min 1
   * @max 1000000000
   */
  amount_off: number | null;
  applies_to: "everything" | "plans" | "playbooks" | "chosen";
  /** @maxItems 200 */
  tier_ids: string[];
  /** @maxItems 200 */
  playbook_ids: string[];
  duration: "once" | "repeating" | "forever";
  /**
   * @min 1
   * @max 36
   */
  duration_months: number | null;
  /**
   * UTC
   * @format date-time
   */
  ends_at: string | null;
  /**
   * @min 1
   * @max 1000000
   */
  max_redemptions: number | null;
  /**
   * @min 1
   * @max 1000000
   */
  max_per_member: number | null;
  is_active: boolean;
  /** The currency of `amount_off`; null for a percentage */
  currency: string | null;
  redemptions: number;
  held: number;
  given: number;
  /** Where `?code=` redeems it: the plans or, of an offer for a single playbook, its page; null if it is for several playbooks */
  link_path: string | null;
  /** Whether `ends_at` has passed */
  has_ended: boolean;
  /**
   * UTC
   * @format date-time
   */
  created_at: string;
  /**
   * UTC
   * @format date-time
   */
  updated_at: string;
}

export interface ApiKey {
  /** @format uuid */
  id: string;
  name: string;
  /** The beginning of the key */
  hint: string;
  scopes: (
    | "library:read"
    | "library:copy"
    | "engagement:write"
    | "runs:write"
    | "catalog:write"
  )[];
  /**
   * UTC
   * @format date-time
   */
  created_at: string;
  /**
   * Null for a key that doesn't expire
   * @format date-time
   */
  expires_at: string | null;
  has_expired: boolean;
  /**
   * To the minute
   * @format date-time
   */
  last_used_at: string | null;
}

export type NewApiKey = ApiKey & {
  key: string;
};

export interface PublishedPage {
  slug: string;
  title: string;
  version: number;
  asks_consent: boolean;
  footer_position: number | null;
  /**
   * UTC
   * @format date-time
   */
  published_at: string;
}

/** The draft as an admin edits it. `has_changes`: it differs from the published version */
export interface AdminPage {
  /** @format uuid */
  id: string;
  kind: "terms" | "privacy" | "imprint" | "refunds" | "own";
  /**
   * @minLength 1
   * @maxLength 300
   */
  title: string;
  /**
   * @maxLength 100
   * @pattern ^[a-z0-9]+(-[a-z0-9]+)*$
   */
  slug: string;
  /** @maxLength 60000 */
  body: string;
  /**
   * @min 1
   * @max 99
   */
  footer_position: number | null;
  asks_consent: boolean;
  published_version: number | null;
  has_changes: boolean;
  /** Parts of a starter text that are still in the draft, and keep it from being published */
  starter_parts: string[];
  /**
   * UTC
   * @format date-time
   */
  created_at: string;
  /**
   * UTC
   * @format date-time
   */
  updated_at: string;
}

export interface PageVersion {
  version: number;
  title: string;
  body: string;
  /**
   * UTC
   * @format date-time
   */
  published_at: string;
  /** How many members have agreed to it */
  consents: number;
}

export interface PageConsent {
  id: number;
  email: string;
  version: number;
  place: "signup" | "checkout";
  /**
   * UTC
   * @format date-time
   */
  agreed_at: string;
}

/** The published versions of a playbook, the current one first */
export interface PlaybookVersions {
  items: {
    number: number;
    /**
     * UTC
     * @format date-time
     */
    saved_at: string;
    is_current: boolean;
  }[];
  /**
   * How many items match, on all pages
   * @min 0
   */
  total: number;
  /** Send it as `cursor` to get the next page; null on the last one */
  next_cursor: string | null;
}

/** Library prompts in the steps have their current text, since prompts have versions of their own. `difference` only on request */
export interface PlaybookVersion {
  number: number;
  /**
   * UTC
   * @format date-time
   */
  saved_at: string;
  is_current: boolean;
  description: string;
  steps: PlaybookStep[];
  difference?: {
    kind: "same" | "added" | "removed";
    text: string;
  }[];
}

/** A playbook as editors and admins see it. `prompt_levels`: the access level of each library prompt in its steps. `unlocks_level`: the highest of them if it is above the playbook's own, so that the playbook gives readers a prompt that they couldn't open in the library; otherwise null */
export interface AdminPlaybook {
  /** @format uuid */
  id: string;
  slug: string;
  title: string;
  description: string;
  category: string;
  tags: string[];
  status: "draft" | "published";
  /** The access level that a plan needs to open it; 0 is free, for every member */
  tier_access: number;
  is_purchasable: boolean;
  /** In the smallest unit of the currency, such as cents */
  price: number;
  image_url: string | null;
  step_count: number;
  prompt_levels: Record<string, number>;
  unlocks_level: number | null;
  steps: {
    title: string;
    description: string;
    prompts: (
      | {
          type: "library";
          /** @format uuid */
          prompt_id: string;
          /** @maxLength 300 */
          title: string;
          /** @maxLength 1000000 */
          prompt_body: string;
        }
      | {
          type: "manual";
          /**
           * @minLength 1
           * @maxLength 300
           */
          title: string;
          /** @maxLength 1000000 */
          prompt_body: string;
        }
    )[];
  }[];
  /**
   * UTC
   * @format date-time
   */
  created_at: string;
  /**
   * UTC
   * @format date-time
   */
  updated_at: string;
  /**
   * When a scheduled draft is published
   * @format date-time
   */
  publish_at: string | null;
  /**
   * Since when it has been in the trash
   * @format date-time
   */
  deleted_at: string | null;
}

export interface Connection {
  id: string;
  /** The program's own name for itself, unverified */
  name: string;
  /** The host of the program's document or of its redirect URI */
  host: string;
  scopes: (
    | "library:read"
    | "library:copy"
    | "engagement:write"
    | "runs:write"
    | "catalog:write"
  )[];
  /**
   * UTC
   * @format date-time
   */
  created_at: string;
  /**
   * UTC
   * @format date-time
   */
  last_used_at: string | null;
}

export interface ConnectionRequest {
  /** The program's own name for itself, unverified */
  name: string;
  /** The host of the program's document or of its redirect URI */
  host: string;
  scopes: (
    | "library:read"
    | "library:copy"
    | "engagement:write"
    | "runs:write"
    | "catalog:write"
  )[];
  resource: "mcp" | "api";
}

export interface Webhook {
  /** @format uuid */
  id: string;
  url: string;
  note: string;
  events: (
    | "item.published"
    | "item.changed"
    | "item.unpublished"
    | "member.joined"
    | "plan.started"
    | "plan.changed"
    | "plan.ended"
    | "purchase.created"
    | "comment.created"
  )[];
  is_enabled: boolean;
  /**
   * Since when deliveries have failed; null while they succeed
   * @format date-time
   */
  failing_since: string | null;
  /**
   * When the site turned it off after failures
   * @format date-time
   */
  gave_up_at: string | null;
  /**
   * Until when the previous secret also signs messages
   * @format date-time
   */
  former_until: string | null;
  /**
   * UTC
   * @format date-time
   */
  created_at: string;
  /**
   * UTC
   * @format date-time
   */
  updated_at: string;
}

export type WebhookWithSecret = Webhook & {
  secret: string;
};

export interface WebhookDeliveries {
  items: WebhookDelivery[];
  /**
   * How many items match, on all pages
   * @min 0
   */
  total: number;
  /** Send it as `cursor` to get the next page; null on the last one */
  next_cursor: string | null;
}

export interface WebhookDelivery {
  /** @format uuid */
  id: string;
  /**
   * The `webhook-id` header that the receiver gets
   * @format uuid
   */
  event_id: string;
  type:
    | "item.published"
    | "item.changed"
    | "item.unpublished"
    | "member.joined"
    | "plan.started"
    | "plan.changed"
    | "plan.ended"
    | "purchase.created"
    | "comment.created"
    | "webhook.test";
  status: "pending" | "delivered" | "failed";
  attempts: number;
  response_status: number | null;
  problem:
    | "timeout"
    | "private_address"
    | "not_found"
    | "refused"
    | "tls"
    | "status"
    | "other";
  duration_ms: number | null;
  /**
   * UTC
   * @format date-time
   */
  created_at: string;
  /**
   * UTC
   * @format date-time
   */
  last_attempt_at: string | null;
}

export interface MailingItem {
  /** @format uuid */
  id: string;
  kind: "message" | "digest";
  subject: string;
  status: "draft" | "scheduled" | "sending" | "stopped" | "sent";
  segment: {
    /** @maxItems 50 */
    plans: (string | "none")[];
    seen: {
      is_within: boolean;
      /**
       * @min 1
       * @max 3650
       */
      days: number;
    };
    /**
     * @minLength 1
     * @maxLength 200
     */
    category: string | null;
  };
  counts_opens: boolean;
  /**
   * UTC
   * @format date-time
   */
  send_at: string | null;
  /**
   * UTC
   * @format date-time
   */
  started_at: string | null;
  /**
   * UTC
   * @format date-time
   */
  finished_at: string | null;
  /** Why nothing is being sent: the email server's response, `database-away`, `restored`, `unreadable-segment`, `deleted-plan`, or a failure of the site itself (`here: …`) */
  problem: string | null;
  opens: number;
  /**
   * The Monday of a digest; null for other mailings
   * @format date
   */
  week: string | null;
  /** The progress of a mailing: each email is waiting, sent, refused for its address, failed, or left out since the start */
  progress: {
    total: number;
    waiting: number;
    sent: number;
    refused: number;
    failed: number;
    left_out: number;
    /** Sent emails that came back later */
    bounced: number;
    /** Emails handed to the server again, because its answer was lost */
    repeated: number;
  };
  /**
   * UTC
   * @format date-time
   */
  created_at: string;
  /**
   * UTC
   * @format date-time
   */
  updated_at: string;
}

export type Mailing = MailingItem & {
  body: string;
};

export interface MailingPreview {
  from: string;
  subject: string;
  html: string;
  text: string;
}

/** Who would get a mailing now, and who in its segment wouldn't */
export interface MailingAudience {
  recipients: number;
  /** No email server is connected: nobody would get it */
  is_for_outbox: boolean;
  left_out: {
    unsubscribed: number;
    bounced: number;
    unconfirmed: number;
    banned: number;
    trial: number;
  };
}

export interface BouncedAddress {
  /** @format uuid */
  id: string;
  email: string;
  reason: string | null;
  /**
   * UTC
   * @format date-time
   */
  bounced_at: string;
}

export interface MailingRecipient {
  /** @format uuid */
  id: string;
  /** Null once the account is deleted */
  email: string | null;
  status: "sent" | "refused" | "failed" | "left-out";
  is_bounced: boolean;
  reason: string | null;
  /**
   * UTC
   * @format date-time
   */
  done_at: string | null;
}

export interface Session {
  /** @format uuid */
  id: string;
  /** The common name; empty if the device didn't say */
  browser: string;
  system: string;
  /** The IP address of the sign-in */
  address: string | null;
  /**
   * UTC
   * @format date-time
   */
  created_at: string;
  /**
   * UTC
   * @format date-time
   */
  last_used_at: string;
  is_current: boolean;
}

/** An account as the team sees it. Amounts are in the currency's minor unit */
export interface AdminMember {
  /** @format uuid */
  id: string;
  email: string;
  display_name: string | null;
  role: "member" | "editor" | "support" | "admin";
  /**
   * UTC
   * @format date-time
   */
  created_at: string;
  is_confirmed: boolean;
  /** Whether the address was ever proved through an email sent to it. If not, anyone may have signed up with it */
  is_proved: boolean;
  /** Whether they want emails about their plan */
  email_notifications: boolean;
  locale: string | null;
  /** `until` is null for a suspension without an end date */
  suspension: {
    /**
     * UTC
     * @format date-time
     */
    until: string | null;
    note: string | null;
  };
  sign_in: {
    has_password: boolean;
    has_second_factor: boolean;
    providers: string[];
    devices: number;
    /**
     * UTC
     * @format date-time
     */
    last_used_at: string | null;
  };
  plan: {
    name: string;
    source: "free" | "subscription" | "complimentary" | "gift";
    /** The payment provider's status; null without a subscription */
    status: string | null;
    /** The plan that `amount` is for */
    paid_plan: {
      /** @format uuid */
      tier_id: string;
      name: string;
    };
    amount: number | null;
    currency: string;
    interval: "month" | "year";
    /**
     * UTC
     * @format date-time
     */
    next_payment_at: string | null;
    /**
     * The end of `name`
     * @format date-time
     */
    ends_at: string | null;
    /**
     * The end of the current subscription; null if it renews
     * @format date-time
     */
    subscription_ends_at: string | null;
    /** The redeemed gifts that haven't ended; one without an end waits until the current plan has ended. One that was paused has the days that are left of it */
    gifts: {
      /** @format uuid */
      id: string;
      plan: string;
      months: number | null;
      days: number | null;
      /**
       * UTC
       * @format date-time
       */
      ends_at: string | null;
    }[];
  };
  complimentary: {
    /** @format uuid */
    tier_id: string;
    name: string;
    /**
     * UTC
     * @format date-time
     */
    until: string | null;
  };
  payments: {
    kind: "plan" | "playbook";
    name: string | null;
    amount: number;
    /** How much of it was refunded so far */
    refunded_amount: number;
    currency: string;
    status: "paid" | "open" | "refunded" | "disputed";
    mode: "sandbox" | "test" | "live";
    /**
     * UTC
     * @format date-time
     */
    paid_at: string;
  }[];
  activity: {
    copies: number;
    comments: number;
    votes: number;
    favorites: number;
    runs: number;
    reports: number;
    recent: {
      action: "copied" | "commented" | "purchased" | "ran";
      kind: "prompt" | "playbook";
      slug: string;
      title: string;
      /**
       * UTC
       * @format date-time
       */
      at: string;
    }[];
  };
  can: {
    give_plan: boolean;
    send_email: boolean;
    suspend: boolean;
    sign_out: boolean;
    turn_off_two_factor: boolean;
    remove: boolean;
    assign_role: boolean;
  };
}

/** An account as the team sees it. Amounts are in the currency's minor unit */
export type AdminMemberWithEmail = AdminMember & {
  is_in_outbox: boolean;
};

/** An action by a team member, a program or the command line. `action` is the endpoint or the command; `fields` names the fields that were sent, and `details` has the few values that are kept */
export interface AuditEntry {
  /** @format uuid */
  id: string;
  /**
   * UTC
   * @format date-time
   */
  created_at: string;
  actor_kind: "person" | "key" | "service" | "command";
  /** @format uuid */
  actor_id: string | null;
  /** At the time of the action */
  actor_role: string | null;
  actor_email: string | null;
  action: string;
  area: string;
  target_id: string | null;
  /** Other values from the path, or the name of a category that is gone */
  target: string | null;
  /** The target's current name, or the one that it had when it was deleted; null if neither is known */
  target_name: string | null;
  fields: string[];
  details: Record<string, string | number | boolean | null>;
  request_id: string | null;
}

/** A comment as moderators see it */
export interface ModeratedComment {
  /** @format uuid */
  id: string;
  body: string;
  status: "visible" | "held" | "hidden";
  /** Why it is, or was, held */
  held_for: "word" | "link";
  /**
   * UTC
   * @format date-time
   */
  created_at: string;
  /**
   * Since when it has this text; a decision names it
   * @format date-time
   */
  updated_at: string;
  /**
   * UTC
   * @format date-time
   */
  decided_at: string | null;
  author: {
    /** @format uuid */
    id: string;
    email: string;
  };
  item: {
    kind: "prompt" | "playbook";
    slug: string;
    title: string;
  };
  /** The first 50 reports that are still open */
  reports: {
    reason: "spam" | "abuse" | "off_topic" | "other";
    note: string;
    reporter: string;
    /**
     * UTC
     * @format date-time
     */
    created_at: string;
  }[];
  report_count: number;
  /** Whether the text has changed since the first of these reports */
  is_edited_since: boolean;
}

export interface HoldRules {
  /** @maxItems 500 */
  words: string[];
  /**
   * @min 0
   * @max 365
   */
  link_days: number;
}

export interface FigureSummary {
  members: number;
  /** Members with a paid subscription. `recurring` is what they bring per month */
  paying: number | null;
  /** In the currency's minor unit */
  recurring: number | null;
  trials: number | null;
  trials_ending: number | null;
  currency: string;
  /** The last 30 days */
  joined: number;
  copied: number;
  /** In the currency's minor unit */
  revenue: number | null;
}

export interface Figures {
  unit: "day" | "week" | "month";
  /**
   * The range in days of the site's time zone, widened to whole units; both ends included
   * @format date
   */
  from: string;
  /** @format date */
  to: string;
  /** @format date */
  today: string;
  time_zone: string;
  now: {
    members: number;
    /** Members with a paid subscription. `recurring` is what they bring per month */
    paying: number | null;
    /** In the currency's minor unit */
    recurring: number | null;
    trials: number | null;
    trials_ending: number | null;
    currency: string;
  };
  /** Members who were paying at the start of the range, and how many of them no longer were at its end */
  churn: {
    paying_before: number;
    lost: number;
  };
  /** Members who joined in the range, and how many of them copied something within an hour, a day, a week, or ever */
  first_copies: {
    joined: number;
    hour: number;
    day: number;
    week: number;
    ever: number;
  };
  series: {
    /**
     * The first day of the unit
     * @format date
     */
    start: string;
    joined: number;
    left: number;
    viewed: number;
    copied: number;
    saved: number;
    ran: number;
    missed: number;
    /** In the currency's minor unit */
    revenue: number | null;
    /** In the currency's minor unit */
    refunds: number | null;
    /** At the end of the unit; null if nothing was recorded */
    members: number | null;
    paying: number | null;
    /** In the currency's minor unit */
    recurring: number | null;
  }[];
  top: {
    viewed: {
      target_type: "prompt" | "playbook";
      slug: string;
      title: string;
      amount: number;
    }[];
    copied: {
      target_type: "prompt" | "playbook";
      slug: string;
      title: string;
      amount: number;
    }[];
    saved: {
      target_type: "prompt" | "playbook";
      slug: string;
      title: string;
      amount: number;
    }[];
    ran: {
      target_type: "prompt" | "playbook";
      slug: string;
      title: string;
      amount: number;
    }[];
  };
  missed_searches: {
    text: string;
    amount: number;
  }[];
}

export interface AdminCategory {
  /** @format uuid */
  id: string;
  name: string;
  slug: string;
  description: string;
  is_hidden: boolean;
  /** Former names that still lead here, from renames and merges */
  earlier_names: string[];
  /** Items outside the trash; `published` counts those that are published */
  prompts: number;
  playbooks: number;
  published: number;
  /** Whether no item is in it, not even one in the trash */
  is_unused: boolean;
  /**
   * UTC
   * @format date-time
   */
  updated_at: string;
}

/** A row of the table. Long fields are only loaded with a single prompt */
export interface AdminPromptRow {
  /** @format uuid */
  id: string;
  slug: string;
  title: string;
  description: string;
  version: number;
  category: string;
  prompt_type: "Text" | "Image" | "Audio" | "Video" | "Agent";
  status: "draft" | "published";
  /** The access level that a plan needs to open it; 0 is free, for every member */
  tier_access: number;
  difficulty: "beginner" | "intermediate" | "advanced";
  tags: string[];
  preview_image_url: string | null;
  author: string | null;
  view_count: number;
  vote_count: number;
  /**
   * UTC
   * @format date-time
   */
  created_at: string;
  /**
   * UTC
   * @format date-time
   */
  updated_at: string;
  /**
   * When a scheduled draft is published
   * @format date-time
   */
  publish_at: string | null;
  /**
   * Since when it has been in the trash
   * @format date-time
   */
  deleted_at: string | null;
}

/** A prompt as editors and admins see it, with its body. `author` is the author's email address */
export interface AdminPrompt {
  /** @format uuid */
  id: string;
  slug: string;
  title: string;
  description: string;
  prompt_body: string;
  blanks: {
    /**
     * @minLength 1
     * @maxLength 80
     */
    name: string;
    /**
     * @maxLength 120
     * @default ""
     */
    label?: string;
    /**
     * @maxLength 500
     * @default ""
     */
    help?: string;
    /** @default "line" */
    kind?: "line" | "text" | "number" | "choice";
    /**
     * @maxLength 20000
     * @default ""
     */
    default?: string;
    /**
     * @maxItems 50
     * @default []
     */
    options?: string[];
    /** @default true */
    required?: boolean;
    /** @default "text" */
    scope?: "text" | "everywhere" | "nowhere";
  }[];
  version: number;
  category: string;
  prompt_type: "Text" | "Image" | "Audio" | "Video" | "Agent";
  status: "draft" | "published";
  /** The access level that a plan needs to open it; 0 is free, for every member */
  tier_access: number;
  difficulty: "beginner" | "intermediate" | "advanced";
  tags: string[];
  preview_image_url: string | null;
  model_context: string;
  use_cases: string[];
  example_output: string;
  author: string | null;
  view_count: number;
  vote_count: number;
  /**
   * UTC
   * @format date-time
   */
  created_at: string;
  /**
   * UTC
   * @format date-time
   */
  updated_at: string;
  /**
   * When a scheduled draft is published
   * @format date-time
   */
  publish_at: string | null;
  /**
   * Since when it has been in the trash
   * @format date-time
   */
  deleted_at: string | null;
}

/** Sent again with the same `id`, it changes the prompt that it created */
export interface NewPrompt {
  /**
   * @minLength 1
   * @maxLength 300
   */
  title: string;
  /** @maxLength 5000 */
  description?: string;
  /** @maxLength 1000000 */
  prompt_body: string;
  /** @maxItems 200 */
  blanks?: {
    /**
     * @minLength 1
     * @maxLength 80
     */
    name: string;
    /**
     * @maxLength 120
     * @default ""
     */
    label?: string;
    /**
     * @maxLength 500
     * @default ""
     */
    help?: string;
    /** @default "line" */
    kind?: "line" | "text" | "number" | "choice";
    /**
     * @maxLength 20000
     * @default ""
     */
    default?: string;
    /**
     * @maxItems 50
     * @default []
     */
    options?: string[];
    /** @default true */
    required?: boolean;
    /** @default "text" */
    scope?: "text" | "everywhere" | "nowhere";
  }[];
  /** @maxLength 200 */
  category?: string;
  prompt_type?: "Text" | "Image" | "Audio" | "Video" | "Agent";
  /** `published` by default */
  status?: "draft" | "published";
  /**
   * The access level that a plan needs to open it; 0 is free, for every member. 0 by default
   * @min 0
   * @max 1000
   */
  tier_access?: number;
  difficulty?: "beginner" | "intermediate" | "advanced";
  /** @maxItems 50 */
  tags?: string[];
  /**
   * @maxLength 2000
   * @pattern ^(\/media\/[\w./-]+|https?:\/\/\S+)?$
   */
  preview_image_url?: string | null;
  /** @maxLength 1000 */
  model_context?: string;
  /** @maxItems 50 */
  use_cases?: string[];
  /** @maxLength 200000 */
  example_output?: string;
  /**
   * The id of what is created, chosen by you. Sent again with the same one, as after a lost response, the request creates nothing more: it returns what the first one created, or gives it the new values. 409 if that would undo a later change, or if the id belongs to something else.
   * @format uuid
   */
  id?: string;
}

/** The rows to change: by id, or all rows of an admin table that match these filters, on any page */
export interface BulkChange {
  /**
   * @maxItems 500
   * @minItems 1
   */
  ids?: string[];
  matching?: {
    /**
     * What to search for
     * @maxLength 200
     */
    q?: string;
    /** The status that is shown: an item in the trash is only found by `trash` */
    status?: "draft" | "published" | "scheduled" | "trash";
    type?: "Text" | "Image" | "Audio" | "Video" | "Agent";
    /**
     * The name of a category, current or earlier
     * @maxLength 200
     */
    category?: string;
    /**
     * The `tier_access` of the items
     * @min 0
     * @max 1000
     */
    tier?: number;
  };
  change: {
    status?: "draft" | "published";
    /**
     * @min 0
     * @max 1000
     */
    tier_access?: number;
    /** @maxLength 200 */
    category?: string;
    /** @maxItems 50 */
    add_tags?: string[];
    /** @maxItems 50 */
    remove_tags?: string[];
    is_deleted?: boolean;
  };
}

/** A row of the table. Steps are only loaded with a single playbook */
export interface AdminPlaybookRow {
  /** @format uuid */
  id: string;
  slug: string;
  title: string;
  description: string;
  category: string;
  tags: string[];
  status: "draft" | "published";
  /** The access level that a plan needs to open it; 0 is free, for every member */
  tier_access: number;
  is_purchasable: boolean;
  /** In the smallest unit of the currency, such as cents */
  price: number;
  image_url: string | null;
  step_count: number;
  unlocks_level: number | null;
  /**
   * UTC
   * @format date-time
   */
  created_at: string;
  /**
   * UTC
   * @format date-time
   */
  updated_at: string;
  /**
   * When a scheduled draft is published
   * @format date-time
   */
  publish_at: string | null;
  /**
   * Since when it has been in the trash
   * @format date-time
   */
  deleted_at: string | null;
}

/** A plan as admins see it, with the numbers of its members, its subscribers and the gift codes that promise it */
export type AdminTier = Tier & {
  member_count: number;
  subscriber_count: number;
  gift_count: number;
  /**
   * UTC
   * @format date-time
   */
  updated_at: string;
};

export interface FirstHour {
  is_dismissed: boolean;
  steps: {
    id:
      | "name"
      | "logo"
      | "import"
      | "plans"
      | "payments"
      | "email"
      | "support"
      | "legal"
      | "address"
      | "backup";
    is_done: boolean;
  }[];
  /** Whether emails are kept in the outbox, because there is no email server */
  outbox_is_used: boolean;
  /** Whether emails are sent from an address at this machine, which other servers refuse, because no sender is set */
  is_sender_missing: boolean;
  /** How the site takes payments */
  payments: "off" | "sandbox" | "test" | "live";
  /** Whether the site makes backups, when the newest one was made, and whether that is too long ago or none could be made */
  backups: {
    is_on: boolean;
    /**
     * UTC
     * @format date-time
     */
    newest_at: string | null;
    is_late: boolean;
  };
}

/** `is_used` is false if an email server sends the emails */
export interface Outbox {
  items: {
    id: string;
    /**
     * UTC
     * @format date-time
     */
    sent_at: string;
    to: string;
    subject: string;
  }[];
  /**
   * How many items match, on all pages
   * @min 0
   */
  total: number;
  /** Send it as `cursor` to get the next page; null on the last one */
  next_cursor: string | null;
  is_used: boolean;
}

/** The settings that everyone can read */
export type AdminSettings = PublicSettings & {
  currency?:
    | "aed"
    | "afn"
    | "all"
    | "amd"
    | "aoa"
    | "ars"
    | "aud"
    | "awg"
    | "azn"
    | "bam"
    | "bbd"
    | "bdt"
    | "bhd"
    | "bif"
    | "bmd"
    | "bnd"
    | "bob"
    | "brl"
    | "bsd"
    | "bwp"
    | "byn"
    | "bzd"
    | "cad"
    | "cdf"
    | "chf"
    | "clp"
    | "cny"
    | "cop"
    | "crc"
    | "cve"
    | "czk"
    | "djf"
    | "dkk"
    | "dop"
    | "dzd"
    | "egp"
    | "etb"
    | "eur"
    | "fjd"
    | "fkp"
    | "gbp"
    | "gel"
    | "gip"
    | "gmd"
    | "gnf"
    | "gtq"
    | "gyd"
    | "hkd"
    | "hnl"
    | "htg"
    | "huf"
    | "idr"
    | "ils"
    | "inr"
    | "isk"
    | "jmd"
    | "jod"
    | "jpy"
    | "kes"
    | "kgs"
    | "khr"
    | "kmf"
    | "krw"
    | "kwd"
    | "kyd"
    | "kzt"
    | "lak"
    | "lbp"
    | "lkr"
    | "lrd"
    | "lsl"
    | "mad"
    | "mdl"
    | "mga"
    | "mkd"
    | "mmk"
    | "mnt"
    | "mop"
    | "mur"
    | "mvr"
    | "mwk"
    | "mxn"
    | "myr"
    | "mzn"
    | "nad"
    | "ngn"
    | "nio"
    | "nok"
    | "npr"
    | "nzd"
    | "omr"
    | "pab"
    | "pen"
    | "pgk"
    | "php"
    | "pkr"
    | "pln"
    | "pyg"
    | "qar"
    | "ron"
    | "rsd"
    | "rub"
    | "rwf"
    | "sar"
    | "sbd"
    | "scr"
    | "sek"
    | "sgd"
    | "shp"
    | "sle"
    | "sos"
    | "srd"
    | "szl"
    | "thb"
    | "tjs"
    | "tnd"
    | "top"
    | "try"
    | "ttd"
    | "twd"
    | "tzs"
    | "uah"
    | "ugx"
    | "usd"
    | "uyu"
    | "uzs"
    | "vnd"
    | "vuv"
    | "wst"
    | "xaf"
    | "xcd"
    | "xcg"
    | "xof"
    | "xpf"
    | "yer"
    | "zar"
    | "zmw";
  promotion_codes: boolean;
  purchase_invoices: boolean;
  terms_consent: boolean;
  /** All that admins see of a secret. `is_set` is also false if it must be entered again because `APP_SECRET` has changed */
  stripe_secret_key: {
    is_set: boolean;
  };
  /** All that admins see of a secret. `is_set` is also false if it must be entered again because `APP_SECRET` has changed */
  stripe_webhook_secret: {
    is_set: boolean;
  };
  /**
   * @min 0
   * @max 90
   */
  past_due_grace_days: number;
  cancel_refunded_plans: boolean;
  /**
   * @min 100
   * @max 32000
   */
  run_answer_tokens: number;
  /**
   * @min 0
   * @max 1000000000000
   */
  run_monthly_tokens: number;
  /**
   * @min 1
   * @max 100
   */
  run_member_percent: number;
  /**
   * @min 0
   * @max 100
   */
  run_free_percent: number;
  labs_analytics: boolean;
  /** @maxLength 60 */
  time_zone: string;
  signup: "open" | "invite" | "closed";
  /** @maxLength 2000 */
  signup_domains: string;
  confirm_email: boolean;
  email_sign_in: boolean;
  passkeys: boolean;
  anonymous_sign_in: boolean;
  second_factor_for_admins: boolean;
  new_device_email: boolean;
  refuse_common_passwords: boolean;
  ask_about_leaked_passwords: boolean;
  /**
   * @min 0
   * @max 3650
   */
  session_idle_days: number;
  /**
   * @min 0
   * @max 3650
   */
  session_days: number;
  google_sign_in: boolean;
  /** @maxLength 500 */
  google_client_id: string;
  github_sign_in: boolean;
  /** @maxLength 500 */
  github_client_id: string;
  microsoft_sign_in: boolean;
  /** @maxLength 500 */
  microsoft_client_id: string;
  /**
   * @maxLength 500
   * @pattern ^[\w.-]*$
   */
  microsoft_tenant: string;
  oidc_sign_in: boolean;
  /** @maxLength 500 */
  oidc_client_id: string;
  /** @maxLength 500 */
  oidc_name: string;
  /** @maxLength 500 */
  oidc_issuer: string;
  /** All that admins see of a secret. `is_set` is also false if it must be entered again because `APP_SECRET` has changed */
  google_client_secret: {
    is_set: boolean;
  };
  /** All that admins see of a secret. `is_set` is also false if it must be entered again because `APP_SECRET` has changed */
  github_client_secret: {
    is_set: boolean;
  };
  /** All that admins see of a secret. `is_set` is also false if it must be entered again because `APP_SECRET` has changed */
  microsoft_client_secret: {
    is_set: boolean;
  };
  /** All that admins see of a secret. `is_set` is also false if it must be entered again because `APP_SECRET` has changed */
  oidc_client_secret: {
    is_set: boolean;
  };
  /** The callback URL to register at the providers */
  sign_in_callback_url: string;
  /** Whether SIGNUP from the environment overrides the setting */
  signup_is_fixed: boolean;
  smtp_host: string;
  /**
   * @min 1
   * @max 65535
   */
  smtp_port: number;
  smtp_security: "tls" | "starttls" | "none";
  smtp_user: string;
  mail_from: string;
  /**
   * @min 1
   * @max 6000
   */
  mail_per_minute: number;
  bounce_address: string;
  llm_base_url: string;
  llm_model: string;
  /** All that admins see of a secret. `is_set` is also false if it must be entered again because `APP_SECRET` has changed */
  smtp_password: {
    is_set: boolean;
  };
  /** All that admins see of a secret. `is_set` is also false if it must be entered again because `APP_SECRET` has changed */
  llm_api_key: {
    is_set: boolean;
  };
  /** Which settings the environment decides, overriding the ones here */
  fixed: {
    smtp: boolean;
    mail_from: boolean;
    model: boolean;
  };
  /** Whether an email server is configured, here or in the environment */
  has_email_server: boolean;
  /** The address that emails are sent from */
  sender: string;
  /** The language model; `name` is null if none is configured */
  model: {
    name: string | null;
    tokens_this_month: number;
  };
  webhook_url: string;
  payments: PaymentStatus;
};

export interface PaymentStatus {
  mode: "off" | "sandbox" | "test" | "live";
  /** The event types that the endpoint must be registered for */
  webhook_events: string[];
  /**
   * UTC
   * @format date-time
   */
  last_event_at: string | null;
  /** Whether events are missing that should have arrived */
  is_silent: boolean;
  /**
   * When an event with a wrong signature arrived, if none with the right one has since the webhook secret was saved
   * @format date-time
   */
  refused_event_at: string | null;
  /** Whether anything was sold or is being paid for, so that the currency can't change */
  has_sales: boolean;
  /** Without any, other keys free the currency again: sales of another mode don't count */
  has_live_sales: boolean;
  /** Whether the sandbox stands in while no keys are set */
  has_sandbox: boolean;
}

/** `is_key_checked`: whether the provider has confirmed the new secret key; null if none was entered */
export type SavedSettings = AdminSettings & {
  is_key_checked: boolean | null;
};

export interface RegisteredWebhook {
  outcome: "created" | "repaired" | "unchanged";
  /** The settings that everyone can read */
  settings: AdminSettings;
}

/** The content, and the branding */
export type OwnSite = SiteContent & {
  brand: {
    /**
     * @minLength 1
     * @maxLength 100
     */
    site_name: string;
    /** @maxLength 120 */
    site_tagline: string;
    site_logo_type: "icon" | "image";
    site_logo_icon:
      | "Sparkles"
      | "Zap"
      | "Rocket"
      | "Star"
      | "Crown"
      | "Gem"
      | "Brain"
      | "Target"
      | "CheckCircle";
    /**
     * @maxLength 500
     * @pattern ^(https?:\/\/\S+|\/media\/[\w./-]+)?$
     */
    site_logo: string;
    /** @maxLength 500 */
    site_favicon: string;
    /** @pattern ^(#[0-9a-f]{6})?$ */
    site_accent: string;
  };
  /** The figures for the mode `counted` */
  counts: {
    prompts: number;
    playbooks: number;
    users: number;
  };
  /** The default texts in the first language, each with its translation to the language of the request */
  default_words: Record<string, string>;
};

export interface SiteContent {
  hero: {
    /**
     * @minLength 1
     * @maxLength 200
     */
    headline: string;
    /**
     * @minLength 1
     * @maxLength 5000
     */
    text: string;
  };
  figures: {
    mode: "written" | "counted" | "off";
    /** @maxLength 40 */
    prompts: string;
    /** @maxLength 40 */
    playbooks: string;
    /** @maxLength 40 */
    users: string;
  };
  specimen: {
    is_shown: boolean;
    /**
     * @minLength 1
     * @maxLength 200
     */
    title: string;
    /** @maxLength 200 */
    eyebrow: string;
    /**
     * @minLength 1
     * @maxLength 5000
     */
    text: string;
  };
  partners: {
    is_shown: boolean;
    /** @maxItems 12 */
    groups: string[][];
  };
  benefits: {
    is_shown: boolean;
    /** @maxItems 30 */
    items: {
      /**
       * @minLength 1
       * @maxLength 200
       */
      title: string;
      /**
       * @minLength 1
       * @maxLength 5000
       */
      text: string;
    }[];
  };
  questions: {
    is_shown: boolean;
    /** @maxItems 30 */
    items: {
      /**
       * @minLength 1
       * @maxLength 200
       */
      title: string;
      /**
       * @minLength 1
       * @maxLength 5000
       */
      text: string;
    }[];
  };
  footer: {
    /** @maxItems 12 */
    links: {
      /**
       * @minLength 1
       * @maxLength 60
       */
      label: string;
      /**
       * @maxLength 500
       * @pattern ^(https?:\/\/[^\s/]\S*|mailto:[^\s@]+@[^\s@]+|\/(?![/\\])\S*)$
       */
      address: string;
    }[];
  };
}

export type QueryParamsType = Record<string | number, any>;
export type ResponseFormat = keyof Omit<Body, "body" | "bodyUsed">;

export interface FullRequestParams extends Omit<RequestInit, "body"> {
  /** set parameter to `true` for call `securityWorker` for this request */
  secure?: boolean;
  /** request path */
  path: string;
  /** content type of request body */
  type?: ContentType;
  /** query params */
  query?: QueryParamsType | undefined;
  /** format of response (i.e. response.json() -> format: "json") */
  format?: ResponseFormat;
  /** request body */
  body?: unknown;
  /** base url */
  baseUrl?: string;
  /** request cancellation token */
  cancelToken?: CancelToken;
}

export type RequestParams = Omit<
  FullRequestParams,
  "body" | "method" | "query" | "path"
>;

export interface ApiConfig<SecurityDataType = unknown> {
  baseUrl?: string;
  baseApiParams?: Omit<RequestParams, "baseUrl" | "cancelToken" | "signal">;
  securityWorker?: (
    securityData: SecurityDataType | null,
  ) => Promise<RequestParams | void> | RequestParams | void;
  customFetch?: typeof fetch;
}

export interface HttpResponse<D extends unknown, E extends unknown = unknown>
  extends Response {
  data: D;
  error: E;
}

/** What a request throws if its response isn't a success. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  /** Stable, for programs; undefined if something between here and the API has responded. */
  readonly code: string | undefined;
  /** The body of the response. */
  readonly error: ErrorBody;
  readonly response: Response;

  constructor(response: HttpResponse<unknown, ErrorBody>) {
    const { status, error } = response;
    super(typeof error?.error === "string" ? error.error : `The response has the status ${status}.`);
    this.status = status;
    this.code = error?.code;
    this.error = error;
    this.response = response;
  }
}

type CancelToken = Symbol | string | number;

export const ContentType = {
  Json: "application/json",
  JsonApi: "application/vnd.api+json",
  FormData: "multipart/form-data",
  UrlEncoded: "application/x-www-form-urlencoded",
  Text: "text/plain",
} as const;
export type ContentType = (typeof ContentType)[keyof typeof ContentType];

export class HttpClient<SecurityDataType = unknown> {
  public baseUrl: string = "/api/v1";
  private securityData: SecurityDataType | null = null;
  private securityWorker?: ApiConfig<SecurityDataType>["securityWorker"];
  private abortControllers = new Map<CancelToken, AbortController>();
  private customFetch = (...fetchParams: Parameters<typeof fetch>) =>
    fetch(...fetchParams);

  private baseApiParams: RequestParams = {
    credentials: "same-origin",
    headers: {},
    redirect: "follow",
    referrerPolicy: "no-referrer",
  };

  constructor(apiConfig: ApiConfig<SecurityDataType> = {}) {
    Object.assign(this, apiConfig);
  }

  public setSecurityData = (data: SecurityDataType | null) => {
    this.securityData = data;
  };

  protected encodeQueryParam(key: string, value: any) {
    const encodedKey = encodeURIComponent(key);
    return `${encodedKey}=${encodeURIComponent(typeof value === "number" ? value : `${value}`)}`;
  }

  protected addQueryParam(query: QueryParamsType, key: string) {
    return this.encodeQueryParam(key, query[key]);
  }

  protected addArrayQueryParam(query: QueryParamsType, key: string) {
    const value = query[key];
    return value.map((v: any) => this.encodeQueryParam(key, v)).join("&");
  }

  protected toQueryString(rawQuery?: QueryParamsType): string {
    const query = rawQuery || {};
    const keys = Object.keys(query).filter(
      (key) => "undefined" !== typeof query[key],
    );
    return keys
      .map((key) =>
        Array.isArray(query[key])
          ? this.addArrayQueryParam(query, key)
          : this.addQueryParam(query, key),
      )
      .join("&");
  }

  protected addQueryParams(rawQuery?: QueryParamsType): string {
    const queryString = this.toQueryString(rawQuery);
    return queryString ? `?${queryString}` : "";
  }

  private contentFormatters: Record<ContentType, (input: any) => any> = {
    [ContentType.Json]: (input: any) =>
      input !== null && (typeof input === "object" || typeof input === "string")
        ? JSON.stringify(input)
        : input,
    [ContentType.JsonApi]: (input: any) =>
      input !== null && (typeof input === "object" || typeof input === "string")
        ? JSON.stringify(input)
        : input,
    [ContentType.Text]: (input: any) =>
      input !== null && typeof input !== "string"
        ? JSON.stringify(input)
        : input,
    [ContentType.FormData]: (input: any) => {
      if (input instanceof FormData) {
        return input;
      }

      return Object.keys(input || {}).reduce((formData, key) => {
        const property = input[key];
        formData.append(
          key,
          property instanceof Blob
            ? property
            : typeof property === "object" && property !== null
              ? JSON.stringify(property)
              : `${property}`,
        );
        return formData;
      }, new FormData());
    },
    [ContentType.UrlEncoded]: (input: any) => this.toQueryString(input),
  };

  protected mergeRequestParams(
    params1: RequestParams,
    params2?: RequestParams,
  ): RequestParams {
    return {
      ...this.baseApiParams,
      ...params1,
      ...(params2 || {}),
      headers: {
        ...(this.baseApiParams.headers || {}),
        ...(params1.headers || {}),
        ...((params2 && params2.headers) || {}),
      },
    };
  }

  protected createAbortSignal = (
    cancelToken: CancelToken,
  ): AbortSignal | undefined => {
    if (this.abortControllers.has(cancelToken)) {
      const abortController = this.abortControllers.get(cancelToken);
      if (abortController) {
        return abortController.signal;
      }
      return void 0;
    }

    const abortController = new AbortController();
    this.abortControllers.set(cancelToken, abortController);
    return abortController.signal;
  };

  public abortRequest = (cancelToken: CancelToken) => {
    const abortController = this.abortControllers.get(cancelToken);

    if (abortController) {
      abortController.abort();
      this.abortControllers.delete(cancelToken);
    }
  };

  public request = async <T = any, E = any>({
    body,
    secure,
    path,
    type,
    query,
    format,
    baseUrl,
    cancelToken,
    ...params
  }: FullRequestParams): Promise<HttpResponse<T, E>> => {
    const secureParams =
      ((typeof secure === "boolean" ? secure : this.baseApiParams.secure) &&
        this.securityWorker &&
        (await this.securityWorker(this.securityData))) ||
      {};
    const requestParams = this.mergeRequestParams(params, secureParams);
    const queryString = query && this.toQueryString(query);
    const payloadFormatter = this.contentFormatters[type || ContentType.Json];
    const responseFormat = format || requestParams.format;

    return this.customFetch(
      `${baseUrl || this.baseUrl || ""}${path}${queryString ? `?${queryString}` : ""}`,
      {
        ...requestParams,
        headers: {
          ...(requestParams.headers || {}),
          ...(type && type !== ContentType.FormData
            ? { "Content-Type": type }
            : {}),
        },
        signal:
          (cancelToken
            ? this.createAbortSignal(cancelToken)
            : requestParams.signal) || null,
        body:
          typeof body === "undefined" || body === null
            ? null
            : body instanceof Blob ? body : payloadFormatter(body),
      },
    ).then(async (response) => {
      const r = response as HttpResponse<T, E>;
      r.data = null as unknown as T;
      r.error = null as unknown as E;

      const responseToParse = responseFormat || !r.ok ? response.clone() : response;
      const data = !responseFormat && r.ok
        ? r
        : await responseToParse[r.ok && responseFormat ? responseFormat : "json"]()
            .then((data) => {
              if (r.ok) {
                r.data = data;
              } else {
                r.error = data;
              }
              return r;
            })
            .catch((e) => {
              if (r.ok) throw e;
              r.error = { error: r.statusText || String(e) } as E;
              return r;
            });

      if (cancelToken) {
        this.abortControllers.delete(cancelToken);
      }

      if (!response.ok) throw new ApiError(data as HttpResponse<unknown, ErrorBody>);
      return data;
    });
  };
}

/**
 * @title Promptory
 * @version 1
 * @license MIT (https://opensource.org/license/mit)
 * @baseUrl /api/v1
 *
 * Prices are integers in the smallest unit of the currency, such as cents; times are UTC in ISO 8601.
 */
export class Api<
  SecurityDataType extends unknown,
> extends HttpClient<SecurityDataType> {
  categories = {
    /**
     * No description
     *
     * @tags Prompts and playbooks
     * @name GetCategories
     * @summary List the categories of published prompts and playbooks
     * @request GET:/categories
     * @secure
     */
    getCategories: (params: RequestParams = {}) =>
      this.request<
        {
          /** The categories of published items, with the number of items and the slug of their page, in the site's order */
          prompts: {
            name: string;
            slug: string;
            count: number;
          }[];
          /** The categories of published items, with the number of items and the slug of their page, in the site's order */
          playbooks: {
            name: string;
            slug: string;
            count: number;
          }[];
          renamed: Record<string, string>;
        },
        ErrorBody
      >({
        path: `/categories`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),
  };
  collection = {
    /**
     * @description A key needs the scope `engagement:write`.
     *
     * @tags Prompts and playbooks
     * @name PostByCollectionBySlugViews
     * @summary Record a view of a prompt or playbook
     * @request POST:/{collection}/{slug}/views
     * @secure
     */
    postByCollectionBySlugViews: (
      collection: "prompts" | "playbooks",
      slug: string,
      params: RequestParams = {},
    ) =>
      this.request<
        {
          view_count: number;
        },
        ErrorBody
      >({
        path: `/${encodeURIComponent(collection)}/${encodeURIComponent(slug)}/views`,
        method: "POST",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description A key needs the scopes `library:copy` and `library:read`.
     *
     * @tags Prompts and playbooks
     * @name GetByCollectionBySlugDownload
     * @summary Download a prompt or playbook as Markdown, as JSON for the import, or as a zipped agent skill; counts as a copy
     * @request GET:/{collection}/{slug}/download
     * @secure
     */
    getByCollectionBySlugDownload: (
      collection: "prompts" | "playbooks",
      slug: string,
      query?: {
        /**
         * `json` is for the import, `skill` a zipped agent skill
         * @default "markdown"
         */
        format?: "markdown" | "json" | "skill";
      },
      params: RequestParams = {},
    ) =>
      this.request<Blob, ErrorBody>({
        path: `/${encodeURIComponent(collection)}/${encodeURIComponent(slug)}/download`,
        method: "GET",
        query: query,
        secure: true,
        format: "blob",
        ...params,
      }),

    /**
     * @description A key needs the scope `engagement:write`.
     *
     * @tags Prompts and playbooks
     * @name PutByCollectionBySlugVote
     * @summary Upvote; repeating it changes nothing
     * @request PUT:/{collection}/{slug}/vote
     * @secure
     */
    putByCollectionBySlugVote: (
      collection: "prompts" | "playbooks",
      slug: string,
      params: RequestParams = {},
    ) =>
      this.request<VoteState, ErrorBody>({
        path: `/${encodeURIComponent(collection)}/${encodeURIComponent(slug)}/vote`,
        method: "PUT",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description A key needs the scope `engagement:write`.
     *
     * @tags Prompts and playbooks
     * @name DeleteByCollectionBySlugVote
     * @summary Remove my upvote
     * @request DELETE:/{collection}/{slug}/vote
     * @secure
     */
    deleteByCollectionBySlugVote: (
      collection: "prompts" | "playbooks",
      slug: string,
      params: RequestParams = {},
    ) =>
      this.request<VoteState, ErrorBody>({
        path: `/${encodeURIComponent(collection)}/${encodeURIComponent(slug)}/vote`,
        method: "DELETE",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description A key needs the scope `engagement:write`.
     *
     * @tags Prompts and playbooks
     * @name PutByCollectionBySlugFavorite
     * @summary Add to my favorites
     * @request PUT:/{collection}/{slug}/favorite
     * @secure
     */
    putByCollectionBySlugFavorite: (
      collection: "prompts" | "playbooks",
      slug: string,
      params: RequestParams = {},
    ) =>
      this.request<FavoriteState, ErrorBody>({
        path: `/${encodeURIComponent(collection)}/${encodeURIComponent(slug)}/favorite`,
        method: "PUT",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description A key needs the scope `engagement:write`.
     *
     * @tags Prompts and playbooks
     * @name DeleteByCollectionBySlugFavorite
     * @summary Remove from my favorites
     * @request DELETE:/{collection}/{slug}/favorite
     * @secure
     */
    deleteByCollectionBySlugFavorite: (
      collection: "prompts" | "playbooks",
      slug: string,
      params: RequestParams = {},
    ) =>
      this.request<FavoriteState, ErrorBody>({
        path: `/${encodeURIComponent(collection)}/${encodeURIComponent(slug)}/favorite`,
        method: "DELETE",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description A key needs the scope `library:read`.
     *
     * @tags Comments
     * @name GetByCollectionBySlugComments
     * @summary List the comments on a prompt or playbook, with their replies
     * @request GET:/{collection}/{slug}/comments
     * @secure
     */
    getByCollectionBySlugComments: (
      collection: "prompts" | "playbooks",
      slug: string,
      query?: {
        /**
         * How many items a page has
         * @min 1
         * @max 100
         * @default 24
         */
        limit?: number;
        /**
         * `next_cursor` of the page before, with the same filters and order; without it, the first page
         * @maxLength 2000
         */
        cursor?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<CommentList, ErrorBody>({
        path: `/${encodeURIComponent(collection)}/${encodeURIComponent(slug)}/comments`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description A key needs the scope `engagement:write`.
     *
     * @tags Comments
     * @name PostByCollectionBySlugComments
     * @summary Add a comment, or reply to one
     * @request POST:/{collection}/{slug}/comments
     * @secure
     */
    postByCollectionBySlugComments: (
      collection: "prompts" | "playbooks",
      slug: string,
      data: {
        /**
         * @minLength 1
         * @maxLength 5000
         */
        body: string;
        /** @format uuid */
        parent_id?: string | null;
        /**
         * The id of what is created, chosen by you. Sent again with the same one, as after a lost response, the request creates nothing more: it returns what the first one created, or gives it the new values. 409 if that would undo a later change, or if the id belongs to something else.
         * @format uuid
         */
        id?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<Comment, ErrorBody>({
        path: `/${encodeURIComponent(collection)}/${encodeURIComponent(slug)}/comments`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description A key needs the scope `library:read`.
     *
     * @tags Comments
     * @name GetByCollectionBySlugCommentsByIdReplies
     * @summary List more replies to a comment
     * @request GET:/{collection}/{slug}/comments/{id}/replies
     * @secure
     */
    getByCollectionBySlugCommentsByIdReplies: (
      collection: "prompts" | "playbooks",
      slug: string,
      id: string,
      query?: {
        /**
         * How many items a page has
         * @min 1
         * @max 100
         * @default 24
         */
        limit?: number;
        /**
         * `next_cursor` of the page before, with the same filters and order; without it, the first page
         * @maxLength 2000
         */
        cursor?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<ReplyList, ErrorBody>({
        path: `/${encodeURIComponent(collection)}/${encodeURIComponent(slug)}/comments/${encodeURIComponent(id)}/replies`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),
  };
  prompts = {
    /**
     * @description A key needs the scope `library:read`.
     *
     * @tags Prompts and playbooks
     * @name GetPrompts
     * @summary List published prompts
     * @request GET:/prompts
     * @secure
     */
    getPrompts: (
      query?: {
        /**
         * Words in the title, description or tags
         * @maxLength 200
         */
        q?: string;
        /**
         * The name of a category, current or earlier
         * @maxLength 200
         */
        category?: string;
        /** By default `best` with a `q`, otherwise `newest`. `best` is the best matches first, and needs a `q`: without one it means `newest`. `popular` is the most viewed, `rating` the most upvoted. */
        sort?: "best" | "newest" | "popular" | "rating";
        /** Only my favorites */
        favorites?: boolean;
        /**
         * How many items a page has
         * @min 1
         * @max 100
         * @default 24
         */
        limit?: number;
        /**
         * `next_cursor` of the page before, with the same filters and order; without it, the first page
         * @maxLength 2000
         */
        cursor?: string;
        type?: "Text" | "Image" | "Audio" | "Video" | "Agent";
        difficulty?: "beginner" | "intermediate" | "advanced";
      },
      params: RequestParams = {},
    ) =>
      this.request<PromptList, ErrorBody>({
        path: `/prompts`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description A key needs the scope `library:read`.
     *
     * @tags Prompts and playbooks
     * @name GetPromptsBySlug
     * @summary Get a prompt, as far as I can read it
     * @request GET:/prompts/{slug}
     * @secure
     */
    getPromptsBySlug: (slug: string, params: RequestParams = {}) =>
      this.request<Prompt, ErrorBody>({
        path: `/prompts/${encodeURIComponent(slug)}`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description A key needs the scope `library:copy`.
     *
     * @tags Prompts and playbooks
     * @name PostPromptsBySlugCopies
     * @summary Copy a prompt: records the copy, and returns the body and the text with its blanks filled in
     * @request POST:/prompts/{slug}/copies
     * @secure
     */
    postPromptsBySlugCopies: (
      slug: string,
      data?: {
        /**
         * The id of this copy, chosen by you. Sent again with the same one on the same day (UTC), as after a lost response, the copy isn't counted again.
         * @format uuid
         */
        id?: string;
        values?: Record<string, string>;
      },
      params: RequestParams = {},
    ) =>
      this.request<PromptCopy, ErrorBody>({
        path: `/prompts/${encodeURIComponent(slug)}/copies`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Prompts and playbooks
     * @name PostPromptsBySlugAnswers
     * @summary Have the site's language model answer a prompt with its blanks filled in
     * @request POST:/prompts/{slug}/answers
     * @secure
     */
    postPromptsBySlugAnswers: (
      slug: string,
      data?: {
        /** @default {} */
        values?: Record<string, string>;
      },
      params: RequestParams = {},
    ) =>
      this.request<null, ErrorBody>({
        path: `/prompts/${encodeURIComponent(slug)}/answers`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        ...params,
      }),

    /**
     * No description
     *
     * @tags Prompts and playbooks
     * @name GetPromptsBySlugResults
     * @summary List my saved answers to a prompt, latest first; a page of long ones ends early
     * @request GET:/prompts/{slug}/results
     * @secure
     */
    getPromptsBySlugResults: (
      slug: string,
      query?: {
        /**
         * How many items a page has
         * @min 1
         * @max 100
         * @default 24
         */
        limit?: number;
        /**
         * `next_cursor` of the page before, with the same filters and order; without it, the first page
         * @maxLength 2000
         */
        cursor?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<PromptResults, ErrorBody>({
        path: `/prompts/${encodeURIComponent(slug)}/results`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Prompts and playbooks
     * @name PostPromptsBySlugResults
     * @summary Save an answer to a prompt that I can read
     * @request POST:/prompts/{slug}/results
     * @secure
     */
    postPromptsBySlugResults: (
      slug: string,
      data: {
        /**
         * The id of what is created, chosen by you. Sent again with the same one, as after a lost response, the request creates nothing more: it returns what the first one created, or gives it the new values. 409 if that would undo a later change, or if the id belongs to something else.
         * @format uuid
         */
        id?: string;
        /** @maxLength 100000 */
        result: string;
        /**
         * @maxLength 200
         * @default ""
         */
        model?: string;
        /**
         * @min 1
         * @max 2147483647
         */
        version: number;
      },
      params: RequestParams = {},
    ) =>
      this.request<PromptResult, ErrorBody>({
        path: `/prompts/${encodeURIComponent(slug)}/results`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description A key needs the scope `library:read`.
     *
     * @tags Prompts and playbooks
     * @name GetPromptsBySlugOutcomes
     * @summary Get which models the current version of a prompt has worked with
     * @request GET:/prompts/{slug}/outcomes
     * @secure
     */
    getPromptsBySlugOutcomes: (slug: string, params: RequestParams = {}) =>
      this.request<PromptOutcomes, ErrorBody>({
        path: `/prompts/${encodeURIComponent(slug)}/outcomes`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Prompts and playbooks
     * @name PutPromptsBySlugOutcomes
     * @summary Report whether a version of a prompt worked; one answer per member and version
     * @request PUT:/prompts/{slug}/outcomes
     * @secure
     */
    putPromptsBySlugOutcomes: (
      slug: string,
      data: {
        worked: boolean;
        /**
         * @minLength 1
         * @maxLength 60
         */
        model: string;
        /**
         * @maxLength 500
         * @default ""
         */
        note?: string;
        /**
         * The version that the report is about
         * @min 1
         * @max 2147483647
         */
        version: number;
      },
      params: RequestParams = {},
    ) =>
      this.request<PromptOutcomes, ErrorBody>({
        path: `/prompts/${encodeURIComponent(slug)}/outcomes`,
        method: "PUT",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Prompts and playbooks
     * @name DeletePromptsBySlugOutcomes
     * @summary Remove my answers about all versions of a prompt
     * @request DELETE:/prompts/{slug}/outcomes
     * @secure
     */
    deletePromptsBySlugOutcomes: (slug: string, params: RequestParams = {}) =>
      this.request<PromptOutcomes, ErrorBody>({
        path: `/prompts/${encodeURIComponent(slug)}/outcomes`,
        method: "DELETE",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description A key needs the scope `library:read`.
     *
     * @tags Prompts and playbooks
     * @name GetPromptsBySlugVersions
     * @summary List when the published text of a prompt was changed
     * @request GET:/prompts/{slug}/versions
     * @secure
     */
    getPromptsBySlugVersions: (
      slug: string,
      query?: {
        /**
         * How many items a page has
         * @min 1
         * @max 100
         * @default 24
         */
        limit?: number;
        /**
         * `next_cursor` of the page before, with the same filters and order; without it, the first page
         * @maxLength 2000
         */
        cursor?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<PromptVersions, ErrorBody>({
        path: `/prompts/${encodeURIComponent(slug)}/versions`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description A key needs the scope `library:read`.
     *
     * @tags Prompts and playbooks
     * @name GetPromptsBySlugVersionsByNumber
     * @summary Get a version of a prompt: its text, and what was changed
     * @request GET:/prompts/{slug}/versions/{number}
     * @secure
     */
    getPromptsBySlugVersionsByNumber: (
      slug: string,
      number: number,
      params: RequestParams = {},
    ) =>
      this.request<PromptVersion, ErrorBody>({
        path: `/prompts/${encodeURIComponent(slug)}/versions/${encodeURIComponent(number)}`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),
  };
  playbooks = {
    /**
     * No description
     *
     * @tags Prompts and playbooks
     * @name PostPlaybooksBySlugStepsByStepPromptsByPromptAnswers
     * @summary Have the site's language model answer a prompt of a step (both 0-based)
     * @request POST:/playbooks/{slug}/steps/{step}/prompts/{prompt}/answers
     * @secure
     */
    postPlaybooksBySlugStepsByStepPromptsByPromptAnswers: (
      slug: string,
      step: number,
      prompt: number,
      query?: {
        /**
         * The version of the playbook, for a run that was started in another than the current one
         * @min 1
         * @max 2147483647
         */
        version?: number;
      },
      data?: {
        /** @default {} */
        values?: Record<string, string>;
      },
      params: RequestParams = {},
    ) =>
      this.request<null, ErrorBody>({
        path: `/playbooks/${encodeURIComponent(slug)}/steps/${encodeURIComponent(step)}/prompts/${encodeURIComponent(prompt)}/answers`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        ...params,
      }),

    /**
     * @description A key needs the scope `library:read`.
     *
     * @tags Prompts and playbooks
     * @name GetPlaybooks
     * @summary List published playbooks
     * @request GET:/playbooks
     * @secure
     */
    getPlaybooks: (
      query?: {
        /**
         * Words in the title, description or tags
         * @maxLength 200
         */
        q?: string;
        /**
         * The name of a category, current or earlier
         * @maxLength 200
         */
        category?: string;
        /** By default `best` with a `q`, otherwise `newest`. `best` is the best matches first, and needs a `q`: without one it means `newest`. `popular` is the most viewed, `rating` the most upvoted. */
        sort?: "best" | "newest" | "popular" | "rating";
        /** Only my favorites */
        favorites?: boolean;
        /**
         * How many items a page has
         * @min 1
         * @max 100
         * @default 24
         */
        limit?: number;
        /**
         * `next_cursor` of the page before, with the same filters and order; without it, the first page
         * @maxLength 2000
         */
        cursor?: string;
        /** Only playbooks that I have bought, published or not */
        purchased?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<PlaybookList, ErrorBody>({
        path: `/playbooks`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description A key needs the scope `library:read`.
     *
     * @tags Prompts and playbooks
     * @name GetPlaybooksBySlug
     * @summary Get a playbook, as far as I can read it
     * @request GET:/playbooks/{slug}
     * @secure
     */
    getPlaybooksBySlug: (slug: string, params: RequestParams = {}) =>
      this.request<Playbook, ErrorBody>({
        path: `/playbooks/${encodeURIComponent(slug)}`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description A key needs the scopes `library:copy` and `library:read`.
     *
     * @tags Prompts and playbooks
     * @name PostPlaybooksBySlugStepsByStepPromptsByPromptCopies
     * @summary Copy a prompt of a step (both 0-based): records the copy and returns the body
     * @request POST:/playbooks/{slug}/steps/{step}/prompts/{prompt}/copies
     * @secure
     */
    postPlaybooksBySlugStepsByStepPromptsByPromptCopies: (
      slug: string,
      step: number,
      prompt: number,
      query?: {
        /**
         * The version of the playbook, for a run that was started in another than the current one
         * @min 1
         * @max 2147483647
         */
        version?: number;
      },
      data?: {
        /**
         * The id of this copy, chosen by you. Sent again with the same one on the same day (UTC), as after a lost response, the copy isn't counted again.
         * @format uuid
         */
        id?: string;
        values?: Record<string, string>;
      },
      params: RequestParams = {},
    ) =>
      this.request<
        {
          prompt_body: string;
          copies_left: number | null;
        },
        ErrorBody
      >({
        path: `/playbooks/${encodeURIComponent(slug)}/steps/${encodeURIComponent(step)}/prompts/${encodeURIComponent(prompt)}/copies`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description A key needs the scope `engagement:write`.
     *
     * @tags Prompts and playbooks
     * @name PutPlaybooksBySlugProgress
     * @summary Save my position: -1 is the overview, 0 the first step
     * @request PUT:/playbooks/{slug}/progress
     * @secure
     */
    putPlaybooksBySlugProgress: (
      slug: string,
      data: {
        /**
         * @min -1
         * @max 1000
         */
        position: number;
      },
      params: RequestParams = {},
    ) =>
      this.request<
        {
          position: number;
        },
        ErrorBody
      >({
        path: `/playbooks/${encodeURIComponent(slug)}/progress`,
        method: "PUT",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description A key needs the scopes `runs:write` and `library:read`.
     *
     * @tags Prompts and playbooks
     * @name PostPlaybooksBySlugRuns
     * @summary Start a run of a playbook that I can read
     * @request POST:/playbooks/{slug}/runs
     * @secure
     */
    postPlaybooksBySlugRuns: (
      slug: string,
      data?: {
        /**
         * The id of what is created, chosen by you. Sent again with the same one, as after a lost response, the request creates nothing more: it returns what the first one created, or gives it the new values. 409 if that would undo a later change, or if the id belongs to something else.
         * @format uuid
         */
        id?: string;
        /**
         * @minLength 1
         * @maxLength 200
         */
        name?: string;
        values?: Record<string, string>;
        /** @format uuid */
        from?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<PlaybookRun, ErrorBody>({
        path: `/playbooks/${encodeURIComponent(slug)}/runs`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description A key needs the scope `library:read`.
     *
     * @tags Prompts and playbooks
     * @name GetPlaybooksBySlugVersions
     * @summary List when the description or steps of a published playbook were changed
     * @request GET:/playbooks/{slug}/versions
     * @secure
     */
    getPlaybooksBySlugVersions: (
      slug: string,
      query?: {
        /**
         * How many items a page has
         * @min 1
         * @max 100
         * @default 24
         */
        limit?: number;
        /**
         * `next_cursor` of the page before, with the same filters and order; without it, the first page
         * @maxLength 2000
         */
        cursor?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<PlaybookVersions, ErrorBody>({
        path: `/playbooks/${encodeURIComponent(slug)}/versions`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description A key needs the scope `library:read`.
     *
     * @tags Prompts and playbooks
     * @name GetPlaybooksBySlugVersionsByNumber
     * @summary Get a version of a playbook: its description and steps, and with `difference`, what was changed
     * @request GET:/playbooks/{slug}/versions/{number}
     * @secure
     */
    getPlaybooksBySlugVersionsByNumber: (
      slug: string,
      number: number,
      query?: {
        /** Whether to return `difference` */
        difference?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<PlaybookVersion, ErrorBody>({
        path: `/playbooks/${encodeURIComponent(slug)}/versions/${encodeURIComponent(number)}`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),
  };
  comments = {
    /**
     * @description A key needs the scope `library:read`.
     *
     * @tags Comments
     * @name GetCommentsById
     * @summary Get a comment, without its replies
     * @request GET:/comments/{id}
     * @secure
     */
    getCommentsById: (id: string, params: RequestParams = {}) =>
      this.request<Comment, ErrorBody>({
        path: `/comments/${encodeURIComponent(id)}`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description A key needs the scope `engagement:write`.
     *
     * @tags Comments
     * @name PatchCommentsById
     * @summary Change my comment; admins and support: hide or show one
     * @request PATCH:/comments/{id}
     * @secure
     */
    patchCommentsById: (
      id: string,
      data:
        | {
            /**
             * @minLength 1
             * @maxLength 5000
             */
            body: string;
          }
        | {
            status: "visible" | "hidden";
          },
      params: RequestParams = {},
    ) =>
      this.request<Comment, ErrorBody>({
        path: `/comments/${encodeURIComponent(id)}`,
        method: "PATCH",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description A key needs the scope `engagement:write`.
     *
     * @tags Comments
     * @name DeleteCommentsById
     * @summary Delete my comment; replies to it stay
     * @request DELETE:/comments/{id}
     * @secure
     */
    deleteCommentsById: (id: string, params: RequestParams = {}) =>
      this.request<
        {
          ok: true;
        },
        ErrorBody
      >({
        path: `/comments/${encodeURIComponent(id)}`,
        method: "DELETE",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Comments
     * @name PutCommentsByIdReport
     * @summary Report a comment; once is enough, until its text changes
     * @request PUT:/comments/{id}/report
     * @secure
     */
    putCommentsByIdReport: (
      id: string,
      data: {
        reason: "spam" | "abuse" | "off_topic" | "other";
        /** @maxLength 500 */
        note: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<
        {
          ok: true;
        },
        ErrorBody
      >({
        path: `/comments/${encodeURIComponent(id)}/report`,
        method: "PUT",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),
  };
  results = {
    /**
     * No description
     *
     * @tags Runs and answers
     * @name GetResults
     * @summary List my saved answers to deleted prompts, latest first; a page of long ones ends early
     * @request GET:/results
     * @secure
     */
    getResults: (
      query?: {
        /**
         * How many items a page has
         * @min 1
         * @max 100
         * @default 24
         */
        limit?: number;
        /**
         * `next_cursor` of the page before, with the same filters and order; without it, the first page
         * @maxLength 2000
         */
        cursor?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<PromptResults, ErrorBody>({
        path: `/results`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Runs and answers
     * @name GetResultsById
     * @summary Get one of my saved answers
     * @request GET:/results/{id}
     * @secure
     */
    getResultsById: (id: string, params: RequestParams = {}) =>
      this.request<PromptResult, ErrorBody>({
        path: `/results/${encodeURIComponent(id)}`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Runs and answers
     * @name DeleteResultsById
     * @summary Delete one of my saved answers
     * @request DELETE:/results/{id}
     * @secure
     */
    deleteResultsById: (id: string, params: RequestParams = {}) =>
      this.request<
        {
          ok: true;
        },
        ErrorBody
      >({
        path: `/results/${encodeURIComponent(id)}`,
        method: "DELETE",
        secure: true,
        format: "json",
        ...params,
      }),
  };
  runs = {
    /**
     * @description A key needs the scopes `runs:write` and `library:read`.
     *
     * @tags Runs and answers
     * @name GetRuns
     * @summary List my runs, latest first
     * @request GET:/runs
     * @secure
     */
    getRuns: (
      query?: {
        /**
         * How many items a page has; without it, all are on one page
         * @min 1
         * @max 100
         */
        limit?: number;
        /**
         * `next_cursor` of the page before, with the same filters and order; without it, the first page
         * @maxLength 2000
         */
        cursor?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<
        {
          items: PlaybookRunItem[];
          /**
           * How many items match, on all pages
           * @min 0
           */
          total: number;
          /** Send it as `cursor` to get the next page; null on the last one */
          next_cursor: string | null;
        },
        ErrorBody
      >({
        path: `/runs`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description A key needs the scopes `runs:write` and `library:read`.
     *
     * @tags Runs and answers
     * @name GetRunsById
     * @summary Get one of my runs
     * @request GET:/runs/{id}
     * @secure
     */
    getRunsById: (id: string, params: RequestParams = {}) =>
      this.request<PlaybookRun, ErrorBody>({
        path: `/runs/${encodeURIComponent(id)}`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description A key needs the scopes `runs:write` and `library:read`.
     *
     * @tags Runs and answers
     * @name PatchRunsById
     * @summary Rename a run, or change values; omitted values stay, empty ones are removed
     * @request PATCH:/runs/{id}
     * @secure
     */
    patchRunsById: (
      id: string,
      data: {
        /**
         * @minLength 1
         * @maxLength 200
         */
        name?: string;
        values?: Record<string, string>;
        /** @min 1 */
        version?: number;
      },
      params: RequestParams = {},
    ) =>
      this.request<PlaybookRun, ErrorBody>({
        path: `/runs/${encodeURIComponent(id)}`,
        method: "PATCH",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description A key needs the scope `runs:write`.
     *
     * @tags Runs and answers
     * @name DeleteRunsById
     * @summary Delete a run
     * @request DELETE:/runs/{id}
     * @secure
     */
    deleteRunsById: (id: string, params: RequestParams = {}) =>
      this.request<
        {
          ok: true;
        },
        ErrorBody
      >({
        path: `/runs/${encodeURIComponent(id)}`,
        method: "DELETE",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description A key needs the scope `runs:write`.
     *
     * @tags Runs and answers
     * @name PutRunsByIdStepsByN
     * @summary Save the result of a step (0-based), or mark it done
     * @request PUT:/runs/{id}/steps/{n}
     * @secure
     */
    putRunsByIdStepsByN: (
      id: string,
      n: number,
      data: {
        done?: boolean;
        /** @maxLength 100000 */
        result?: string;
        /**
         * The `updated_at` that you have read; null before the first save. If another device has saved since, both texts are kept. Without it, the result replaces whatever is stored.
         * @format date-time
         */
        updated_at?: string | null;
        /**
         * Texts that you have sent since then without receiving a response. If one of them was saved after all, it doesn't count as another device's.
         * @maxItems 2
         */
        unanswered?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<SavedRunStep, ErrorBody>({
        path: `/runs/${encodeURIComponent(id)}/steps/${encodeURIComponent(n)}`,
        method: "PUT",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description A key needs the scopes `runs:write` and `library:read`.
     *
     * @tags Runs and answers
     * @name GetRunsByIdExport
     * @summary Export a run as Markdown, with the playbook's texts while I can read them
     * @request GET:/runs/{id}/export
     * @secure
     */
    getRunsByIdExport: (id: string, params: RequestParams = {}) =>
      this.request<string, ErrorBody>({
        path: `/runs/${encodeURIComponent(id)}/export`,
        method: "GET",
        secure: true,
        format: "text",
        ...params,
      }),
  };
  stats = {
    /**
     * No description
     *
     * @tags My library
     * @name GetStats
     * @summary Get the numbers for the dashboard
     * @request GET:/stats
     * @secure
     */
    getStats: (params: RequestParams = {}) =>
      this.request<Stats, ErrorBody>({
        path: `/stats`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),
  };
  recent = {
    /**
     * No description
     *
     * @tags My library
     * @name GetRecent
     * @summary List the prompts and playbooks that I last copied from, if I can still open them
     * @request GET:/recent
     * @secure
     */
    getRecent: (
      query?: {
        /**
         * How many items a page has; without it, all are on one page
         * @min 1
         * @max 100
         */
        limit?: number;
        /**
         * `next_cursor` of the page before, with the same filters and order; without it, the first page
         * @maxLength 2000
         */
        cursor?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<RecentItems, ErrorBody>({
        path: `/recent`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),
  };
  values = {
    /**
     * No description
     *
     * @tags My library
     * @name GetValues
     * @summary List the values that I have filled into blanks
     * @request GET:/values
     * @secure
     */
    getValues: (
      query?: {
        /**
         * How many items a page has; without it, all are on one page
         * @min 1
         * @max 100
         */
        limit?: number;
        /**
         * `next_cursor` of the page before, with the same filters and order; without it, the first page
         * @maxLength 2000
         */
        cursor?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<SavedValues, ErrorBody>({
        path: `/values`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags My library
     * @name PutValues
     * @summary Save values by the names of their blanks; an empty value erases
     * @request PUT:/values
     * @secure
     */
    putValues: (
      data: {
        values: Record<string, string>;
      },
      params: RequestParams = {},
    ) =>
      this.request<SavedValues, ErrorBody>({
        path: `/values`,
        method: "PUT",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags My library
     * @name DeleteValues
     * @summary Erase the value of one name, or all of them
     * @request DELETE:/values
     * @secure
     */
    deleteValues: (
      query?: {
        /**
         * @minLength 1
         * @maxLength 80
         */
        name?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<SavedValues, ErrorBody>({
        path: `/values`,
        method: "DELETE",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),
  };
  collections = {
    /**
     * No description
     *
     * @tags My library
     * @name GetCollections
     * @summary List my collections, last changed first; with the slug of an item, which of them contain it
     * @request GET:/collections
     * @secure
     */
    getCollections: (
      query?: {
        /**
         * How many items a page has; without it, all are on one page
         * @min 1
         * @max 100
         */
        limit?: number;
        /**
         * `next_cursor` of the page before, with the same filters and order; without it, the first page
         * @maxLength 2000
         */
        cursor?: string;
        /**
         * The slug of a prompt, for `item_id`
         * @minLength 1
         * @maxLength 100
         */
        prompt?: string;
        /**
         * The slug of a playbook, for `item_id`
         * @minLength 1
         * @maxLength 100
         */
        playbook?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<
        {
          items: CollectionInList[];
          /**
           * How many items match, on all pages
           * @min 0
           */
          total: number;
          /** Send it as `cursor` to get the next page; null on the last one */
          next_cursor: string | null;
        },
        ErrorBody
      >({
        path: `/collections`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags My library
     * @name PostCollections
     * @summary Create a collection, or copy a shared one
     * @request POST:/collections
     * @secure
     */
    postCollections: (
      data: {
        /**
         * The id of what is created, chosen by you. Sent again with the same one, as after a lost response, the request creates nothing more: it returns what the first one created, or gives it the new values. 409 if that would undo a later change, or if the id belongs to something else.
         * @format uuid
         */
        id?: string;
        /**
         * @minLength 1
         * @maxLength 120
         */
        name: string;
        /** @maxLength 2000 */
        note?: string;
        /** @format uuid */
        from_link?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<Collection, ErrorBody>({
        path: `/collections`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags My library
     * @name GetCollectionsSharedByLink
     * @summary Get a collection shared by this link, as far as I can see its items
     * @request GET:/collections/shared/{link}
     * @secure
     */
    getCollectionsSharedByLink: (link: string, params: RequestParams = {}) =>
      this.request<SharedCollection, ErrorBody>({
        path: `/collections/shared/${encodeURIComponent(link)}`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags My library
     * @name GetCollectionsById
     * @summary Get one of my collections, with its items in order
     * @request GET:/collections/{id}
     * @secure
     */
    getCollectionsById: (id: string, params: RequestParams = {}) =>
      this.request<Collection, ErrorBody>({
        path: `/collections/${encodeURIComponent(id)}`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags My library
     * @name PatchCollectionsById
     * @summary Rename a collection, change its note, share it, or stop sharing it
     * @request PATCH:/collections/{id}
     * @secure
     */
    patchCollectionsById: (
      id: string,
      data: {
        /**
         * @minLength 1
         * @maxLength 120
         */
        name?: string;
        /** @maxLength 2000 */
        note?: string;
        is_shared?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<Collection, ErrorBody>({
        path: `/collections/${encodeURIComponent(id)}`,
        method: "PATCH",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags My library
     * @name DeleteCollectionsById
     * @summary Delete a collection; its items stay in the library
     * @request DELETE:/collections/{id}
     * @secure
     */
    deleteCollectionsById: (id: string, params: RequestParams = {}) =>
      this.request<
        {
          ok: true;
        },
        ErrorBody
      >({
        path: `/collections/${encodeURIComponent(id)}`,
        method: "DELETE",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags My library
     * @name GetCollectionsByIdItems
     * @summary List the items of one of my collections, in order
     * @request GET:/collections/{id}/items
     * @secure
     */
    getCollectionsByIdItems: (
      id: string,
      query?: {
        /**
         * How many items a page has; without it, all are on one page
         * @min 1
         * @max 100
         */
        limit?: number;
        /**
         * `next_cursor` of the page before, with the same filters and order; without it, the first page
         * @maxLength 2000
         */
        cursor?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<
        {
          items: CollectionItem[];
          /**
           * How many items match, on all pages
           * @min 0
           */
          total: number;
          /** Send it as `cursor` to get the next page; null on the last one */
          next_cursor: string | null;
        },
        ErrorBody
      >({
        path: `/collections/${encodeURIComponent(id)}/items`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags My library
     * @name PostCollectionsByIdItems
     * @summary Add a prompt or playbook at the end; one already in it stays where it is
     * @request POST:/collections/{id}/items
     * @secure
     */
    postCollectionsByIdItems: (
      id: string,
      data: {
        target_type: "prompt" | "playbook";
        /**
         * The last part of the address of its page
         * @minLength 1
         * @maxLength 100
         */
        slug: string;
        /** @maxLength 1000 */
        note?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<CollectionItem, ErrorBody>({
        path: `/collections/${encodeURIComponent(id)}/items`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags My library
     * @name GetCollectionsByIdItemsByItem
     * @summary Get an item of one of my collections
     * @request GET:/collections/{id}/items/{item}
     * @secure
     */
    getCollectionsByIdItemsByItem: (
      id: string,
      item: string,
      params: RequestParams = {},
    ) =>
      this.request<CollectionItem, ErrorBody>({
        path: `/collections/${encodeURIComponent(id)}/items/${encodeURIComponent(item)}`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags My library
     * @name PatchCollectionsByIdItemsByItem
     * @summary Change an item's note, or move it
     * @request PATCH:/collections/{id}/items/{item}
     * @secure
     */
    patchCollectionsByIdItemsByItem: (
      id: string,
      item: string,
      data: {
        /** @maxLength 1000 */
        note?: string;
        /**
         * @min 0
         * @max 300
         */
        position?: number;
      },
      params: RequestParams = {},
    ) =>
      this.request<CollectionItem, ErrorBody>({
        path: `/collections/${encodeURIComponent(id)}/items/${encodeURIComponent(item)}`,
        method: "PATCH",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags My library
     * @name DeleteCollectionsByIdItemsByItem
     * @summary Remove an item from a collection
     * @request DELETE:/collections/{id}/items/{item}
     * @secure
     */
    deleteCollectionsByIdItemsByItem: (
      id: string,
      item: string,
      params: RequestParams = {},
    ) =>
      this.request<
        {
          ok: true;
        },
        ErrorBody
      >({
        path: `/collections/${encodeURIComponent(id)}/items/${encodeURIComponent(item)}`,
        method: "DELETE",
        secure: true,
        format: "json",
        ...params,
      }),
  };
  history = {
    /**
     * No description
     *
     * @tags My library
     * @name GetHistory
     * @summary List what I have viewed, copied and run, latest first, if I can still open it
     * @request GET:/history
     * @secure
     */
    getHistory: (
      query?: {
        action?: "viewed" | "copied" | "ran";
        /**
         * Only entries about the prompt with this slug
         * @minLength 1
         * @maxLength 100
         */
        prompt?: string;
        /**
         * How many items a page has
         * @min 1
         * @max 100
         * @default 24
         */
        limit?: number;
        /**
         * `next_cursor` of the page before, with the same filters and order; without it, the first page
         * @maxLength 2000
         */
        cursor?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<History, ErrorBody>({
        path: `/history`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags My library
     * @name DeleteHistory
     * @summary Erase all of my history
     * @request DELETE:/history
     * @secure
     */
    deleteHistory: (params: RequestParams = {}) =>
      this.request<
        {
          ok: true;
        },
        ErrorBody
      >({
        path: `/history`,
        method: "DELETE",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags My library
     * @name GetHistoryById
     * @summary Get the text as it was then, and what has changed since
     * @request GET:/history/{id}
     * @secure
     */
    getHistoryById: (id: string, params: RequestParams = {}) =>
      this.request<HistoryEntryWithText, ErrorBody>({
        path: `/history/${encodeURIComponent(id)}`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags My library
     * @name DeleteHistoryById
     * @summary Erase an entry of my history
     * @request DELETE:/history/{id}
     * @secure
     */
    deleteHistoryById: (id: string, params: RequestParams = {}) =>
      this.request<
        {
          ok: true;
        },
        ErrorBody
      >({
        path: `/history/${encodeURIComponent(id)}`,
        method: "DELETE",
        secure: true,
        format: "json",
        ...params,
      }),
  };
  myVersions = {
    /**
     * No description
     *
     * @tags My library
     * @name GetMyVersions
     * @summary List my own versions of one prompt or of all, last changed first
     * @request GET:/my-versions
     * @secure
     */
    getMyVersions: (
      query?: {
        /**
         * How many items a page has; without it, all are on one page
         * @min 1
         * @max 100
         */
        limit?: number;
        /**
         * `next_cursor` of the page before, with the same filters and order; without it, the first page
         * @maxLength 2000
         */
        cursor?: string;
        /**
         * Only versions of the prompt with this slug
         * @minLength 1
         * @maxLength 100
         */
        prompt?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<
        {
          items: MyVersionItem[];
          /**
           * How many items match, on all pages
           * @min 0
           */
          total: number;
          /** Send it as `cursor` to get the next page; null on the last one */
          next_cursor: string | null;
        },
        ErrorBody
      >({
        path: `/my-versions`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags My library
     * @name PostMyVersions
     * @summary Create my own version of a prompt that I can read; counts as a copy
     * @request POST:/my-versions
     * @secure
     */
    postMyVersions: (
      data: {
        /**
         * The id of what is created, chosen by you. Sent again with the same one, as after a lost response, the request creates nothing more: it returns what the first one created, or gives it the new values. 409 if that would undo a later change, or if the id belongs to something else.
         * @format uuid
         */
        id?: string;
        /**
         * The last part of the address of its page
         * @minLength 1
         * @maxLength 100
         */
        prompt: string;
        /**
         * @minLength 1
         * @maxLength 300
         */
        name?: string;
        /** @maxLength 1000000 */
        text?: string;
        values?: Record<string, string>;
      },
      params: RequestParams = {},
    ) =>
      this.request<MyVersion, ErrorBody>({
        path: `/my-versions`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags My library
     * @name GetMyVersionsById
     * @summary Get one of my versions; it stays mine when my plan ends
     * @request GET:/my-versions/{id}
     * @secure
     */
    getMyVersionsById: (
      id: string,
      query?: {
        /** Whether to return `difference` */
        difference?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<MyVersion, ErrorBody>({
        path: `/my-versions/${encodeURIComponent(id)}`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags My library
     * @name PatchMyVersionsById
     * @summary Change one of my versions
     * @request PATCH:/my-versions/{id}
     * @secure
     */
    patchMyVersionsById: (
      id: string,
      data: {
        /**
         * @minLength 1
         * @maxLength 300
         */
        name?: string;
        /** @maxLength 1000000 */
        text?: string;
        /** The changed values; an empty one erases */
        values?: Record<string, string>;
        /**
         * The version of the original that this text has merged
         * @min 1
         * @max 2147483647
         */
        base_version?: number;
        /**
         * The `updated_at` that you have read. If another text was saved since, nothing is changed (409)
         * @format date-time
         */
        updated_at?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<MyVersion, ErrorBody>({
        path: `/my-versions/${encodeURIComponent(id)}`,
        method: "PATCH",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags My library
     * @name DeleteMyVersionsById
     * @summary Delete one of my versions
     * @request DELETE:/my-versions/{id}
     * @secure
     */
    deleteMyVersionsById: (id: string, params: RequestParams = {}) =>
      this.request<
        {
          ok: true;
        },
        ErrorBody
      >({
        path: `/my-versions/${encodeURIComponent(id)}`,
        method: "DELETE",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags My library
     * @name GetMyVersionsByIdMerge
     * @summary Get my version merged with the changes of the original; conflicts show both
     * @request GET:/my-versions/{id}/merge
     * @secure
     */
    getMyVersionsByIdMerge: (id: string, params: RequestParams = {}) =>
      this.request<MyVersionMerge, ErrorBody>({
        path: `/my-versions/${encodeURIComponent(id)}/merge`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),
  };
  feedAtom = {
    /**
     * @description A key needs the scope `library:read`.
     *
     * @tags Feeds
     * @name GetFeedAtom
     * @summary Get what's new as Atom, with the texts that I can read
     * @request GET:/feed.atom
     * @secure
     */
    getFeedAtom: (
      query?: {
        /** @maxLength 200 */
        category?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<string, ErrorBody>({
        path: `/feed.atom`,
        method: "GET",
        query: query,
        secure: true,
        format: "text",
        ...params,
      }),
  };
  feedJson = {
    /**
     * @description A key needs the scope `library:read`.
     *
     * @tags Feeds
     * @name GetFeedJson
     * @summary Get what's new as JSON Feed, with the texts that I can read
     * @request GET:/feed.json
     * @secure
     */
    getFeedJson: (
      query?: {
        /** @maxLength 200 */
        category?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<
        {
          version: string;
          title: string;
          home_page_url: string;
          feed_url: string;
          items: {
            id: string;
            url: string;
            title: string;
            /** Only present besides a text that I can read; otherwise the description is the text */
            summary?: string;
            content_text: string;
            /**
             * UTC
             * @format date-time
             */
            date_published: string;
            /**
             * UTC
             * @format date-time
             */
            date_modified: string;
            tags: string[];
          }[];
        },
        ErrorBody
      >({
        path: `/feed.json`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),
  };
  tiers = {
    /**
     * No description
     *
     * @tags Plans and payments
     * @name GetTiers
     * @summary List plans by access level
     * @request GET:/tiers
     * @secure
     */
    getTiers: (
      query?: {
        /**
         * How many items a page has; without it, all are on one page
         * @min 1
         * @max 100
         */
        limit?: number;
        /**
         * `next_cursor` of the page before, with the same filters and order; without it, the first page
         * @maxLength 2000
         */
        cursor?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<
        {
          items: Tier[];
          /**
           * How many items match, on all pages
           * @min 0
           */
          total: number;
          /** Send it as `cursor` to get the next page; null on the last one */
          next_cursor: string | null;
        },
        ErrorBody
      >({
        path: `/tiers`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),
  };
  subscription = {
    /**
     * No description
     *
     * @tags Plans and payments
     * @name GetSubscription
     * @summary Get my plan
     * @request GET:/subscription
     * @secure
     */
    getSubscription: (params: RequestParams = {}) =>
      this.request<Subscription, ErrorBody>({
        path: `/subscription`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Plans and payments
     * @name GetSubscriptionChange
     * @summary Preview what a change of my plan would cost now
     * @request GET:/subscription/change
     * @secure
     */
    getSubscriptionChange: (
      query: {
        /**
         * The id of the plan
         * @format uuid
         */
        tier: string;
        /** @default "month" */
        interval?: "month" | "year";
      },
      params: RequestParams = {},
    ) =>
      this.request<ChangePreview, ErrorBody>({
        path: `/subscription/change`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Plans and payments
     * @name PostSubscriptionChange
     * @summary Change my plan at the previewed price; fails if the price has changed
     * @request POST:/subscription/change
     * @secure
     */
    postSubscriptionChange: (
      data: {
        /** @format uuid */
        tier: string;
        interval: "month" | "year";
        /**
         * UTC
         * @format date-time
         */
        proration_date: string;
        amount_due: number;
        /** Confirms a purchase that was refused with `consent_required`: the version of each page that asks for consent, by its slug, from GET /api/v1/pages */
        agreed_to?: Record<string, number>;
      },
      params: RequestParams = {},
    ) =>
      this.request<Subscription, ErrorBody>({
        path: `/subscription/change`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Plans and payments
     * @name PostSubscriptionCancel
     * @summary Cancel my plan at the end of the paid period, or at once if it is on hold
     * @request POST:/subscription/cancel
     * @secure
     */
    postSubscriptionCancel: (params: RequestParams = {}) =>
      this.request<Subscription, ErrorBody>({
        path: `/subscription/cancel`,
        method: "POST",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Plans and payments
     * @name PostSubscriptionResume
     * @summary Resume my canceled plan
     * @request POST:/subscription/resume
     * @secure
     */
    postSubscriptionResume: (params: RequestParams = {}) =>
      this.request<Subscription, ErrorBody>({
        path: `/subscription/resume`,
        method: "POST",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Plans and payments
     * @name PostSubscriptionPortal
     * @summary Open the payment provider's customer portal, to manage cards and invoices
     * @request POST:/subscription/portal
     * @secure
     */
    postSubscriptionPortal: (params: RequestParams = {}) =>
      this.request<
        {
          url: string;
        },
        ErrorBody
      >({
        path: `/subscription/portal`,
        method: "POST",
        secure: true,
        format: "json",
        ...params,
      }),
  };
  checkouts = {
    /**
     * No description
     *
     * @tags Plans and payments
     * @name GetCheckoutsById
     * @summary Get the state of my checkout
     * @request GET:/checkouts/{id}
     * @secure
     */
    getCheckoutsById: (id: string, params: RequestParams = {}) =>
      this.request<Checkout, ErrorBody>({
        path: `/checkouts/${encodeURIComponent(id)}`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),
  };
  sandbox = {
    /**
     * No description
     *
     * @tags Plans and payments
     * @name GetSandboxCheckoutsById
     * @summary Get my test checkout; only in sandbox mode
     * @request GET:/sandbox/checkouts/{id}
     * @secure
     */
    getSandboxCheckoutsById: (id: string, params: RequestParams = {}) =>
      this.request<SandboxCheckout, ErrorBody>({
        path: `/sandbox/checkouts/${encodeURIComponent(id)}`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Plans and payments
     * @name PostSandboxCheckoutsById
     * @summary Pay, decline or leave my test checkout
     * @request POST:/sandbox/checkouts/{id}
     * @secure
     */
    postSandboxCheckoutsById: (
      id: string,
      data: {
        outcome: "pay" | "decline" | "leave";
      },
      params: RequestParams = {},
    ) =>
      this.request<
        {
          url: string;
        },
        ErrorBody
      >({
        path: `/sandbox/checkouts/${encodeURIComponent(id)}`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Plans and payments
     * @name PostSandboxBilling
     * @summary Simulate an event for my test payments
     * @request POST:/sandbox/billing
     * @secure
     */
    postSandboxBilling: (
      data: {
        action:
          | "renew"
          | "fail"
          | "settle"
          | "ask"
          | "confirm"
          | "expire"
          | "refund"
          | "fail_refund"
          | "dispute"
          | "win_dispute"
          | "lose_dispute"
          | "end";
      },
      params: RequestParams = {},
    ) =>
      this.request<
        {
          ok: true;
        },
        ErrorBody
      >({
        path: `/sandbox/billing`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),
  };
  gifts = {
    /**
     * No description
     *
     * @tags Plans and payments
     * @name GetGiftsByCode
     * @summary Get what a gift code gives
     * @request GET:/gifts/{code}
     * @secure
     */
    getGiftsByCode: (code: string, params: RequestParams = {}) =>
      this.request<Gift, ErrorBody>({
        path: `/gifts/${encodeURIComponent(code)}`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Plans and payments
     * @name PostGiftsByCodeRedeem
     * @summary Redeem a gift code (single use)
     * @request POST:/gifts/{code}/redeem
     * @secure
     */
    postGiftsByCodeRedeem: (code: string, params: RequestParams = {}) =>
      this.request<Gift, ErrorBody>({
        path: `/gifts/${encodeURIComponent(code)}/redeem`,
        method: "POST",
        secure: true,
        format: "json",
        ...params,
      }),
  };
  offers = {
    /**
     * No description
     *
     * @tags Plans and payments
     * @name PostOffersQuote
     * @summary Get what a code takes off the price of a playbook, or of the plans
     * @request POST:/offers/quote
     * @secure
     */
    postOffersQuote: (
      data: {
        /**
         * @minLength 1
         * @maxLength 40
         */
        code: string;
        /** @format uuid */
        playbook?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<OfferQuote, ErrorBody>({
        path: `/offers/quote`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),
  };
  profile = {
    /**
     * No description
     *
     * @tags Account
     * @name GetProfile
     * @summary Get my profile
     * @request GET:/profile
     * @secure
     */
    getProfile: (params: RequestParams = {}) =>
      this.request<Profile, ErrorBody>({
        path: `/profile`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Account
     * @name PatchProfile
     * @summary Change my display name, bio, language or email preferences
     * @request PATCH:/profile
     * @secure
     */
    patchProfile: (
      data: {
        /** @maxLength 80 */
        display_name?: string | null;
        /** @maxLength 1000 */
        bio?: string | null;
        email_notifications?: boolean;
        email_news?: boolean;
        weekly_digest?: boolean;
        email_replies?: boolean;
        locale?: "en" | "de";
      },
      params: RequestParams = {},
    ) =>
      this.request<Profile, ErrorBody>({
        path: `/profile`,
        method: "PATCH",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Account
     * @name DeleteProfile
     * @summary Delete my account; a subscription ends at once, comments stay as those of a deleted user, and payment records stay without me
     * @request DELETE:/profile
     * @secure
     */
    deleteProfile: (
      data: {
        /**
         * @minLength 1
         * @maxLength 1000
         */
        password?: string;
        /** @maxLength 20 */
        nonce?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<
        {
          ok: true;
        },
        ErrorBody
      >({
        path: `/profile`,
        method: "DELETE",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Account
     * @name GetProfileDeletion
     * @summary Get what deleting my account would end
     * @request GET:/profile/deletion
     * @secure
     */
    getProfileDeletion: (params: RequestParams = {}) =>
      this.request<AccountDeletion, ErrorBody>({
        path: `/profile/deletion`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Account
     * @name GetProfileExport
     * @summary Export all my data
     * @request GET:/profile/export
     * @secure
     */
    getProfileExport: (params: RequestParams = {}) =>
      this.request<
        {
          profile: {
            /** @format uuid */
            id: string;
            email: string;
            display_name: string | null;
            bio: string | null;
            /**
             * UTC
             * @format date-time
             */
            created_at: string;
            tier_name: string | null;
            locale: string | null;
            email_notifications: boolean;
            email_news: boolean;
            weekly_digest: boolean;
            email_replies: boolean;
            /**
             * Since when emails to the address bounce, and why
             * @format date-time
             */
            email_bounced_at: string | null;
            email_bounce_reason: string | null;
            /** What programs have stored with the account over the auth API */
            user_metadata: Record<string, any>;
          };
          votes: Record<string, any>[];
          favorites: Record<string, any>[];
          comments: Record<string, any>[];
          comment_reports: Record<string, any>[];
          copies: Record<string, any>[];
          purchases: Record<string, any>[];
          subscriptions: Record<string, any>[];
          invoices: Record<string, any>[];
          refunds: Record<string, any>[];
          payments: Record<string, any>[];
          progress: Record<string, any>[];
          values: Record<string, any>[];
          runs: Record<string, any>[];
          collections: Record<string, any>[];
          outcomes: Record<string, any>[];
          history: Record<string, any>[];
          results: Record<string, any>[];
          my_versions: Record<string, any>[];
          gifts: Record<string, any>[];
          keys: Record<string, any>[];
          programs: Record<string, any>[];
          identities: Record<string, any>[];
          sessions: Record<string, any>[];
          devices: Record<string, any>[];
          passkeys: Record<string, any>[];
          factors: Record<string, any>[];
          consents: Record<string, any>[];
          emails: Record<string, any>[];
        },
        ErrorBody
      >({
        path: `/profile/export`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),
  };
  allowance = {
    /**
     * @description A key needs the scope `library:read`.
     *
     * @tags Account
     * @name GetAllowance
     * @summary Get what my plan allows today
     * @request GET:/allowance
     * @secure
     */
    getAllowance: (params: RequestParams = {}) =>
      this.request<Allowance, ErrorBody>({
        path: `/allowance`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),
  };
  keys = {
    /**
     * No description
     *
     * @tags Account
     * @name GetKeys
     * @summary List my API keys, newest first
     * @request GET:/keys
     * @secure
     */
    getKeys: (
      query?: {
        /**
         * How many items a page has; without it, all are on one page
         * @min 1
         * @max 100
         */
        limit?: number;
        /**
         * `next_cursor` of the page before, with the same filters and order; without it, the first page
         * @maxLength 2000
         */
        cursor?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<
        {
          items: ApiKey[];
          /**
           * How many items match, on all pages
           * @min 0
           */
          total: number;
          /** Send it as `cursor` to get the next page; null on the last one */
          next_cursor: string | null;
        },
        ErrorBody
      >({
        path: `/keys`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Account
     * @name PostKeys
     * @summary Create an API key, at most 50 in an account; the key itself is only in this response
     * @request POST:/keys
     * @secure
     */
    postKeys: (
      data: {
        /**
         * The id of what is created, chosen by you. Sent again with the same one, as after a lost response, the request creates nothing more: it returns what the first one created, or gives it the new values. 409 if that would undo a later change, or if the id belongs to something else.
         * @format uuid
         */
        id?: string;
        /**
         * @minLength 1
         * @maxLength 100
         */
        name: string;
        /**
         * @maxItems 5
         * @minItems 1
         */
        scopes: (
          | "library:read"
          | "library:copy"
          | "engagement:write"
          | "runs:write"
          | "catalog:write"
        )[];
        /** The days until it expires; a key without them doesn't */
        days?: 30 | 90 | 365;
      },
      params: RequestParams = {},
    ) =>
      this.request<NewApiKey, ErrorBody>({
        path: `/keys`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Account
     * @name DeleteKeysById
     * @summary Revoke an API key at once
     * @request DELETE:/keys/{id}
     * @secure
     */
    deleteKeysById: (id: string, params: RequestParams = {}) =>
      this.request<
        {
          ok: true;
        },
        ErrorBody
      >({
        path: `/keys/${encodeURIComponent(id)}`,
        method: "DELETE",
        secure: true,
        format: "json",
        ...params,
      }),
  };
  connections = {
    /**
     * No description
     *
     * @tags Account
     * @name GetConnections
     * @summary List the programs that I have connected
     * @request GET:/connections
     * @secure
     */
    getConnections: (
      query?: {
        /**
         * How many items a page has; without it, all are on one page
         * @min 1
         * @max 100
         */
        limit?: number;
        /**
         * `next_cursor` of the page before, with the same filters and order; without it, the first page
         * @maxLength 2000
         */
        cursor?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<
        {
          items: Connection[];
          /**
           * How many items match, on all pages
           * @min 0
           */
          total: number;
          /** Send it as `cursor` to get the next page; null on the last one */
          next_cursor: string | null;
        },
        ErrorBody
      >({
        path: `/connections`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Account
     * @name DeleteConnectionsByUid
     * @summary Disconnect a program at once
     * @request DELETE:/connections/{uid}
     * @secure
     */
    deleteConnectionsByUid: (uid: string, params: RequestParams = {}) =>
      this.request<
        {
          ok: true;
        },
        ErrorBody
      >({
        path: `/connections/${encodeURIComponent(uid)}`,
        method: "DELETE",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Account
     * @name GetConnectionsRequestsByUid
     * @summary Get what a program asks for; only in the browser that the request came from
     * @request GET:/connections/requests/{uid}
     * @secure
     */
    getConnectionsRequestsByUid: (uid: string, params: RequestParams = {}) =>
      this.request<ConnectionRequest, ErrorBody>({
        path: `/connections/requests/${encodeURIComponent(uid)}`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Account
     * @name PostConnectionsRequestsByUid
     * @summary Allow or deny the request
     * @request POST:/connections/requests/{uid}
     * @secure
     */
    postConnectionsRequestsByUid: (
      uid: string,
      data: {
        allow: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<
        {
          url: string;
        },
        ErrorBody
      >({
        path: `/connections/requests/${encodeURIComponent(uid)}`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),
  };
  sessions = {
    /**
     * No description
     *
     * @tags Account
     * @name GetSessions
     * @summary List where I am signed in
     * @request GET:/sessions
     * @secure
     */
    getSessions: (
      query?: {
        /**
         * How many items a page has; without it, all are on one page
         * @min 1
         * @max 100
         */
        limit?: number;
        /**
         * `next_cursor` of the page before, with the same filters and order; without it, the first page
         * @maxLength 2000
         */
        cursor?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<
        {
          items: Session[];
          /**
           * How many items match, on all pages
           * @min 0
           */
          total: number;
          /** Send it as `cursor` to get the next page; null on the last one */
          next_cursor: string | null;
        },
        ErrorBody
      >({
        path: `/sessions`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Account
     * @name DeleteSessionsById
     * @summary Sign out one of my devices
     * @request DELETE:/sessions/{id}
     * @secure
     */
    deleteSessionsById: (id: string, params: RequestParams = {}) =>
      this.request<
        {
          ok: true;
        },
        ErrorBody
      >({
        path: `/sessions/${encodeURIComponent(id)}`,
        method: "DELETE",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Account
     * @name PostSessionsConfirm
     * @summary Confirm my identity; for 15 minutes this session can change sign-in settings
     * @request POST:/sessions/confirm
     * @secure
     */
    postSessionsConfirm: (
      data: {
        /**
         * @minLength 1
         * @maxLength 1000
         */
        password?: string;
        /** @maxLength 20 */
        nonce?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<
        {
          ok: true;
        },
        ErrorBody
      >({
        path: `/sessions/confirm`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),
  };
  settings = {
    /**
     * No description
     *
     * @tags Site
     * @name GetSettings
     * @summary Get the site's public settings
     * @request GET:/settings
     * @secure
     */
    getSettings: (params: RequestParams = {}) =>
      this.request<PublicSettings, ErrorBody>({
        path: `/settings`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),
  };
  pages = {
    /**
     * No description
     *
     * @tags Site
     * @name GetPages
     * @summary List the owner's published pages, such as terms and privacy
     * @request GET:/pages
     * @secure
     */
    getPages: (
      query?: {
        /**
         * How many items a page has; without it, all are on one page
         * @min 1
         * @max 100
         */
        limit?: number;
        /**
         * `next_cursor` of the page before, with the same filters and order; without it, the first page
         * @maxLength 2000
         */
        cursor?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<
        {
          items: PublishedPage[];
          /**
           * How many items match, on all pages
           * @min 0
           */
          total: number;
          /** Send it as `cursor` to get the next page; null on the last one */
          next_cursor: string | null;
        },
        ErrorBody
      >({
        path: `/pages`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),
  };
  admin = {
    /**
     * @description A key needs the scope `catalog:write`.
     *
     * @tags Admin: prompts and playbooks
     * @name GetAdminCategoryNames
     * @summary List the names of all categories, including hidden ones and those of drafts
     * @request GET:/admin/category-names
     * @secure
     */
    getAdminCategoryNames: (params: RequestParams = {}) =>
      this.request<
        {
          names: string[];
        },
        ErrorBody
      >({
        path: `/admin/category-names`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description A key needs the scope `catalog:write`.
     *
     * @tags Admin: prompts and playbooks
     * @name PostAdminPlaybooksByIdVersionsByNumberRestore
     * @summary Restore an earlier description and its steps, as a new version
     * @request POST:/admin/playbooks/{id}/versions/{number}/restore
     * @secure
     */
    postAdminPlaybooksByIdVersionsByNumberRestore: (
      id: string,
      number: number,
      data?: {
        /**
         * The `updated_at` that you have read. If someone has saved since, nothing is changed (409); without it, the last save wins.
         * @format date-time
         */
        updated_at?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<AdminPlaybook, ErrorBody>({
        path: `/admin/playbooks/${encodeURIComponent(id)}/versions/${encodeURIComponent(number)}/restore`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Admin: prompts and playbooks
     * @name GetAdminCategories
     * @summary List all categories in order, including hidden and unused ones
     * @request GET:/admin/categories
     * @secure
     */
    getAdminCategories: (
      query?: {
        /**
         * How many items a page has; without it, all are on one page
         * @min 1
         * @max 100
         */
        limit?: number;
        /**
         * `next_cursor` of the page before, with the same filters and order; without it, the first page
         * @maxLength 2000
         */
        cursor?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<
        {
          items: AdminCategory[];
          /**
           * How many items match, on all pages
           * @min 0
           */
          total: number;
          /** Send it as `cursor` to get the next page; null on the last one */
          next_cursor: string | null;
        },
        ErrorBody
      >({
        path: `/admin/categories`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Admin: prompts and playbooks
     * @name PostAdminCategories
     * @summary Add a category
     * @request POST:/admin/categories
     * @secure
     */
    postAdminCategories: (
      data: {
        /**
         * The id of what is created, chosen by you. Sent again with the same one, as after a lost response, the request creates nothing more: it returns what the first one created, or gives it the new values. 409 if that would undo a later change, or if the id belongs to something else.
         * @format uuid
         */
        id?: string;
        /**
         * @minLength 1
         * @maxLength 200
         */
        name: string;
        /**
         * @maxLength 2000
         * @default ""
         */
        description?: string;
        /** @default false */
        is_hidden?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<AdminCategory, ErrorBody>({
        path: `/admin/categories`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Admin: prompts and playbooks
     * @name PutAdminCategoriesOrder
     * @summary Set the order of categories; those not listed follow by name
     * @request PUT:/admin/categories/order
     * @secure
     */
    putAdminCategoriesOrder: (
      data: {
        /** @maxItems 5000 */
        ids: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<
        {
          items: AdminCategory[];
          /**
           * How many items match, on all pages
           * @min 0
           */
          total: number;
          /** Send it as `cursor` to get the next page; null on the last one */
          next_cursor: string | null;
        },
        ErrorBody
      >({
        path: `/admin/categories/order`,
        method: "PUT",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Admin: prompts and playbooks
     * @name GetAdminCategoriesById
     * @summary Get a category
     * @request GET:/admin/categories/{id}
     * @secure
     */
    getAdminCategoriesById: (id: string, params: RequestParams = {}) =>
      this.request<AdminCategory, ErrorBody>({
        path: `/admin/categories/${encodeURIComponent(id)}`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Admin: prompts and playbooks
     * @name PatchAdminCategoriesById
     * @summary Rename, describe, hide or show a category; items and addresses follow
     * @request PATCH:/admin/categories/{id}
     * @secure
     */
    patchAdminCategoriesById: (
      id: string,
      data: {
        /**
         * @minLength 1
         * @maxLength 200
         */
        name?: string;
        /**
         * @maxLength 100
         * @pattern ^[a-z0-9]+(-[a-z0-9]+)*$
         */
        slug?: string;
        /** @maxLength 2000 */
        description?: string;
        is_hidden?: boolean;
        /**
         * The earlier names to keep; any other can be used again
         * @maxItems 1000
         */
        earlier_names?: string[];
        /**
         * The `updated_at` that you have read. If someone has saved since, nothing is changed (409); without it, the last save wins.
         * @format date-time
         */
        updated_at?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<AdminCategory, ErrorBody>({
        path: `/admin/categories/${encodeURIComponent(id)}`,
        method: "PATCH",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Admin: prompts and playbooks
     * @name DeleteAdminCategoriesById
     * @summary Delete an empty category
     * @request DELETE:/admin/categories/{id}
     * @secure
     */
    deleteAdminCategoriesById: (id: string, params: RequestParams = {}) =>
      this.request<void, ErrorBody>({
        path: `/admin/categories/${encodeURIComponent(id)}`,
        method: "DELETE",
        secure: true,
        ...params,
      }),

    /**
     * No description
     *
     * @tags Admin: prompts and playbooks
     * @name PostAdminCategoriesByIdMerge
     * @summary Merge a category into another one; its name and address lead there
     * @request POST:/admin/categories/{id}/merge
     * @secure
     */
    postAdminCategoriesByIdMerge: (
      id: string,
      data: {
        /** @format uuid */
        into: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<AdminCategory, ErrorBody>({
        path: `/admin/categories/${encodeURIComponent(id)}/merge`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description A key needs the scope `catalog:write`.
     *
     * @tags Admin: prompts and playbooks
     * @name GetAdminPrompts
     * @summary List all prompts including drafts, without their texts; newest first unless sorted otherwise
     * @request GET:/admin/prompts
     * @secure
     */
    getAdminPrompts: (
      query?: {
        /**
         * What to search for
         * @maxLength 200
         */
        q?: string;
        /**
         * How many items a page has
         * @min 1
         * @max 100
         * @default 24
         */
        limit?: number;
        /**
         * `next_cursor` of the page before, with the same filters and order; without it, the first page
         * @maxLength 2000
         */
        cursor?: string;
        /** The status that is shown: an item in the trash is only found by `trash` */
        status?: "draft" | "published" | "scheduled" | "trash";
        type?: "Text" | "Image" | "Audio" | "Video" | "Agent";
        /**
         * The name of a category, current or earlier
         * @maxLength 200
         */
        category?: string;
        /**
         * The `tier_access` of the items
         * @min 0
         * @max 1000
         */
        tier?: number;
        /**
         * `type` and `author` are for prompts, `steps` and `price` for playbooks
         * @default "newest"
         */
        sort?:
          | "newest"
          | "title"
          | "category"
          | "type"
          | "status"
          | "tier"
          | "author"
          | "steps"
          | "price";
        /** Descending by default for `newest`, ascending for any other `sort` */
        order?: "asc" | "desc";
        /**
         * The number of the page, from 1; it can replace `cursor`, to get any page
         * @min 1
         * @max 1000000
         */
        page?: number;
      },
      params: RequestParams = {},
    ) =>
      this.request<
        {
          items: AdminPromptRow[];
          /**
           * How many items match, on all pages
           * @min 0
           */
          total: number;
          /** Send it as `cursor` to get the next page; null on the last one */
          next_cursor: string | null;
        },
        ErrorBody
      >({
        path: `/admin/prompts`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description A key needs the scope `catalog:write`.
     *
     * @tags Admin: prompts and playbooks
     * @name PostAdminPrompts
     * @summary Create a prompt
     * @request POST:/admin/prompts
     * @secure
     */
    postAdminPrompts: (data: NewPrompt, params: RequestParams = {}) =>
      this.request<AdminPrompt, ErrorBody>({
        path: `/admin/prompts`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description A key needs the scope `catalog:write`.
     *
     * @tags Admin: prompts and playbooks
     * @name GetAdminPromptPicker
     * @summary Find published prompts for a playbook's steps, by words in title, description or tags; by title
     * @request GET:/admin/prompt-picker
     * @secure
     */
    getAdminPromptPicker: (
      query?: {
        /**
         * What to search for
         * @maxLength 200
         */
        q?: string;
        /**
         * How many items a page has
         * @min 1
         * @max 100
         * @default 24
         */
        limit?: number;
        /**
         * `next_cursor` of the page before, with the same filters and order; without it, the first page
         * @maxLength 2000
         */
        cursor?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<
        {
          items: {
            /** @format uuid */
            id: string;
            title: string;
            description: string;
            prompt_body: string;
            /** The access level that a plan needs to open it; 0 is free, for every member */
            tier_access: number;
          }[];
          /**
           * How many items match, on all pages
           * @min 0
           */
          total: number;
          /** Send it as `cursor` to get the next page; null on the last one */
          next_cursor: string | null;
        },
        ErrorBody
      >({
        path: `/admin/prompt-picker`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description A key needs the scope `catalog:write`.
     *
     * @tags Admin: prompts and playbooks
     * @name PostAdminSimilarPrompts
     * @summary Find prompts that are nearly identical to a text, at most 5
     * @request POST:/admin/similar-prompts
     * @secure
     */
    postAdminSimilarPrompts: (
      data: {
        /** @maxLength 1000000 */
        prompt_body: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<
        {
          items: {
            /** @format uuid */
            id: string;
            slug: string;
            title: string;
            similarity: number;
          }[];
          /**
           * How many items match, on all pages
           * @min 0
           */
          total: number;
          /** Send it as `cursor` to get the next page; null on the last one */
          next_cursor: string | null;
        },
        ErrorBody
      >({
        path: `/admin/similar-prompts`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description A key needs the scope `catalog:write`.
     *
     * @tags Admin: prompts and playbooks
     * @name GetAdminPromptsById
     * @summary Get a prompt with its body
     * @request GET:/admin/prompts/{id}
     * @secure
     */
    getAdminPromptsById: (id: string, params: RequestParams = {}) =>
      this.request<AdminPrompt, ErrorBody>({
        path: `/admin/prompts/${encodeURIComponent(id)}`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description A key needs the scope `catalog:write`.
     *
     * @tags Admin: prompts and playbooks
     * @name PatchAdminPromptsById
     * @summary Change a prompt
     * @request PATCH:/admin/prompts/{id}
     * @secure
     */
    patchAdminPromptsById: (
      id: string,
      data: {
        /**
         * @minLength 1
         * @maxLength 300
         */
        title?: string;
        /** @maxLength 5000 */
        description?: string;
        /** @maxLength 1000000 */
        prompt_body?: string;
        /** @maxItems 200 */
        blanks?: {
          /**
           * @minLength 1
           * @maxLength 80
           */
          name: string;
          /**
           * @maxLength 120
           * @default ""
           */
          label?: string;
          /**
           * @maxLength 500
           * @default ""
           */
          help?: string;
          /** @default "line" */
          kind?: "line" | "text" | "number" | "choice";
          /**
           * @maxLength 20000
           * @default ""
           */
          default?: string;
          /**
           * @maxItems 50
           * @default []
           */
          options?: string[];
          /** @default true */
          required?: boolean;
          /** @default "text" */
          scope?: "text" | "everywhere" | "nowhere";
        }[];
        /** @maxLength 200 */
        category?: string;
        prompt_type?: "Text" | "Image" | "Audio" | "Video" | "Agent";
        status?: "draft" | "published";
        /**
         * @min 0
         * @max 1000
         */
        tier_access?: number;
        difficulty?: "beginner" | "intermediate" | "advanced";
        /** @maxItems 50 */
        tags?: string[];
        /**
         * @maxLength 2000
         * @pattern ^(\/media\/[\w./-]+|https?:\/\/\S+)?$
         */
        preview_image_url?: string | null;
        /** @maxLength 1000 */
        model_context?: string;
        /** @maxItems 50 */
        use_cases?: string[];
        /** @maxLength 200000 */
        example_output?: string;
        /**
         * @maxLength 100
         * @pattern ^[a-z0-9]+(-[a-z0-9]+)*$
         */
        slug?: string;
        /**
         * UTC
         * @format date-time
         */
        created_at?: string;
        /**
         * Makes it a draft until then; a time that has passed publishes it at once
         * @format date-time
         */
        publish_at?: string | null;
        /**
         * The `updated_at` that you have read. If someone has saved since, nothing is changed (409); without it, the last save wins.
         * @format date-time
         */
        updated_at?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<AdminPrompt, ErrorBody>({
        path: `/admin/prompts/${encodeURIComponent(id)}`,
        method: "PATCH",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description A key needs the scope `catalog:write`.
     *
     * @tags Admin: prompts and playbooks
     * @name DeleteAdminPromptsById
     * @summary Move a prompt to the trash for 30 days; `forever` deletes one that is there, with its votes, favorites and comments
     * @request DELETE:/admin/prompts/{id}
     * @secure
     */
    deleteAdminPromptsById: (
      id: string,
      query?: {
        /** Permanently deletes an item that is in the trash */
        forever?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<
        {
          ok: true;
        },
        ErrorBody
      >({
        path: `/admin/prompts/${encodeURIComponent(id)}`,
        method: "DELETE",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description A key needs the scope `catalog:write`.
     *
     * @tags Admin: prompts and playbooks
     * @name GetAdminPromptsByIdUses
     * @summary List the playbooks that use the prompt in a step, by title
     * @request GET:/admin/prompts/{id}/uses
     * @secure
     */
    getAdminPromptsByIdUses: (
      id: string,
      query?: {
        /**
         * How many items a page has
         * @min 1
         * @max 100
         * @default 24
         */
        limit?: number;
        /**
         * `next_cursor` of the page before, with the same filters and order; without it, the first page
         * @maxLength 2000
         */
        cursor?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<
        {
          items: {
            /** @format uuid */
            id: string;
            slug: string;
            title: string;
          }[];
          /**
           * How many items match, on all pages
           * @min 0
           */
          total: number;
          /** Send it as `cursor` to get the next page; null on the last one */
          next_cursor: string | null;
        },
        ErrorBody
      >({
        path: `/admin/prompts/${encodeURIComponent(id)}/uses`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description A key needs the scope `catalog:write`.
     *
     * @tags Admin: prompts and playbooks
     * @name PostAdminPromptsByIdRestore
     * @summary Restore a prompt from the trash
     * @request POST:/admin/prompts/{id}/restore
     * @secure
     */
    postAdminPromptsByIdRestore: (id: string, params: RequestParams = {}) =>
      this.request<AdminPrompt, ErrorBody>({
        path: `/admin/prompts/${encodeURIComponent(id)}/restore`,
        method: "POST",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description A key needs the scope `catalog:write`.
     *
     * @tags Admin: prompts and playbooks
     * @name GetAdminAccessLevels
     * @summary List the access levels that prompts and playbooks have, including drafts and those in the trash
     * @request GET:/admin/access-levels
     * @secure
     */
    getAdminAccessLevels: (params: RequestParams = {}) =>
      this.request<
        {
          /** From the lowest */
          prompts: number[];
          /** From the lowest */
          playbooks: number[];
        },
        ErrorBody
      >({
        path: `/admin/access-levels`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description A key needs the scope `catalog:write`.
     *
     * @tags Admin: prompts and playbooks
     * @name PostAdminByCollectionBulk
     * @summary Change many prompts or playbooks together; `id` is for the undo
     * @request POST:/admin/{collection}/bulk
     * @secure
     */
    postAdminByCollectionBulk: (
      collection: "prompts" | "playbooks",
      data: BulkChange,
      params: RequestParams = {},
    ) =>
      this.request<
        {
          /** @format uuid */
          id: string;
          changed: number;
        },
        ErrorBody
      >({
        path: `/admin/${encodeURIComponent(collection)}/bulk`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description A key needs the scope `catalog:write`.
     *
     * @tags Admin: prompts and playbooks
     * @name PostAdminBulkChangesByIdUndo
     * @summary Undo a change of many rows; rows that someone has saved since stay as they are
     * @request POST:/admin/bulk-changes/{id}/undo
     * @secure
     */
    postAdminBulkChangesByIdUndo: (id: string, params: RequestParams = {}) =>
      this.request<
        {
          restored: number;
          kept: number;
        },
        ErrorBody
      >({
        path: `/admin/bulk-changes/${encodeURIComponent(id)}/undo`,
        method: "POST",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description A key needs the scope `catalog:write`.
     *
     * @tags Admin: prompts and playbooks
     * @name GetAdminPlaybooks
     * @summary List all playbooks including drafts, without their steps; newest first unless sorted otherwise
     * @request GET:/admin/playbooks
     * @secure
     */
    getAdminPlaybooks: (
      query?: {
        /**
         * What to search for
         * @maxLength 200
         */
        q?: string;
        /**
         * How many items a page has
         * @min 1
         * @max 100
         * @default 24
         */
        limit?: number;
        /**
         * `next_cursor` of the page before, with the same filters and order; without it, the first page
         * @maxLength 2000
         */
        cursor?: string;
        /** The status that is shown: an item in the trash is only found by `trash` */
        status?: "draft" | "published" | "scheduled" | "trash";
        type?: "Text" | "Image" | "Audio" | "Video" | "Agent";
        /**
         * The name of a category, current or earlier
         * @maxLength 200
         */
        category?: string;
        /**
         * The `tier_access` of the items
         * @min 0
         * @max 1000
         */
        tier?: number;
        /**
         * `type` and `author` are for prompts, `steps` and `price` for playbooks
         * @default "newest"
         */
        sort?:
          | "newest"
          | "title"
          | "category"
          | "type"
          | "status"
          | "tier"
          | "author"
          | "steps"
          | "price";
        /** Descending by default for `newest`, ascending for any other `sort` */
        order?: "asc" | "desc";
        /**
         * The number of the page, from 1; it can replace `cursor`, to get any page
         * @min 1
         * @max 1000000
         */
        page?: number;
      },
      params: RequestParams = {},
    ) =>
      this.request<
        {
          items: AdminPlaybookRow[];
          /**
           * How many items match, on all pages
           * @min 0
           */
          total: number;
          /** Send it as `cursor` to get the next page; null on the last one */
          next_cursor: string | null;
        },
        ErrorBody
      >({
        path: `/admin/playbooks`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description A key needs the scope `catalog:write`.
     *
     * @tags Admin: prompts and playbooks
     * @name PostAdminPlaybooks
     * @summary Create a playbook with its steps
     * @request POST:/admin/playbooks
     * @secure
     */
    postAdminPlaybooks: (
      data: {
        /**
         * @minLength 1
         * @maxLength 300
         */
        title: string;
        /** @maxLength 50000 */
        description?: string;
        /** @maxLength 200 */
        category?: string;
        /** @maxItems 50 */
        tags?: string[];
        /** `draft` by default */
        status?: "draft" | "published";
        /**
         * The access level that a plan needs to open it; 0 is free, for every member. 0 by default
         * @min 0
         * @max 1000
         */
        tier_access?: number;
        is_purchasable?: boolean;
        /**
         * In the smallest unit of the currency, such as cents; 0 by default
         * @min 0
         * @max 1000000000
         */
        price?: number;
        /**
         * @maxLength 2000
         * @pattern ^(\/media\/[\w./-]+|https?:\/\/\S+)?$
         */
        image_url?: string | null;
        /** @maxItems 100 */
        steps?: {
          /**
           * @minLength 1
           * @maxLength 300
           */
          title: string;
          /**
           * @maxLength 50000
           * @default ""
           */
          description?: string;
          /**
           * @maxItems 50
           * @default []
           */
          prompts?: (
            | {
                type: "library";
                /** @format uuid */
                prompt_id: string;
                /** @maxLength 300 */
                title: string;
                /** @maxLength 1000000 */
                prompt_body: string;
              }
            | {
                type: "manual";
                /**
                 * @minLength 1
                 * @maxLength 300
                 */
                title: string;
                /** @maxLength 1000000 */
                prompt_body: string;
              }
          )[];
        }[];
        /**
         * The id of what is created, chosen by you. Sent again with the same one, as after a lost response, the request creates nothing more: it returns what the first one created, or gives it the new values. 409 if that would undo a later change, or if the id belongs to something else.
         * @format uuid
         */
        id?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<AdminPlaybook, ErrorBody>({
        path: `/admin/playbooks`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description A key needs the scope `catalog:write`.
     *
     * @tags Admin: prompts and playbooks
     * @name GetAdminPlaybooksById
     * @summary Get a playbook with its steps
     * @request GET:/admin/playbooks/{id}
     * @secure
     */
    getAdminPlaybooksById: (id: string, params: RequestParams = {}) =>
      this.request<AdminPlaybook, ErrorBody>({
        path: `/admin/playbooks/${encodeURIComponent(id)}`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description A key needs the scope `catalog:write`.
     *
     * @tags Admin: prompts and playbooks
     * @name PatchAdminPlaybooksById
     * @summary Change a playbook; its steps are replaced as a whole
     * @request PATCH:/admin/playbooks/{id}
     * @secure
     */
    patchAdminPlaybooksById: (
      id: string,
      data: {
        /**
         * @minLength 1
         * @maxLength 300
         */
        title?: string;
        /** @maxLength 50000 */
        description?: string;
        /** @maxLength 200 */
        category?: string;
        /** @maxItems 50 */
        tags?: string[];
        status?: "draft" | "published";
        /**
         * @min 0
         * @max 1000
         */
        tier_access?: number;
        is_purchasable?: boolean;
        /**
         * @min 0
         * @max 1000000000
         */
        price?: number;
        /**
         * @maxLength 2000
         * @pattern ^(\/media\/[\w./-]+|https?:\/\/\S+)?$
         */
        image_url?: string | null;
        /** @maxItems 100 */
        steps?: {
          /**
           * @minLength 1
           * @maxLength 300
           */
          title: string;
          /**
           * @maxLength 50000
           * @default ""
           */
          description?: string;
          /**
           * @maxItems 50
           * @default []
           */
          prompts?: (
            | {
                type: "library";
                /** @format uuid */
                prompt_id: string;
                /** @maxLength 300 */
                title: string;
                /** @maxLength 1000000 */
                prompt_body: string;
              }
            | {
                type: "manual";
                /**
                 * @minLength 1
                 * @maxLength 300
                 */
                title: string;
                /** @maxLength 1000000 */
                prompt_body: string;
              }
          )[];
        }[];
        /**
         * @maxLength 100
         * @pattern ^[a-z0-9]+(-[a-z0-9]+)*$
         */
        slug?: string;
        /**
         * UTC
         * @format date-time
         */
        created_at?: string;
        /**
         * Makes it a draft until then; a time that has passed publishes it at once
         * @format date-time
         */
        publish_at?: string | null;
        /**
         * The `updated_at` that you have read. If someone has saved since, nothing is changed (409); without it, the last save wins.
         * @format date-time
         */
        updated_at?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<AdminPlaybook, ErrorBody>({
        path: `/admin/playbooks/${encodeURIComponent(id)}`,
        method: "PATCH",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description A key needs the scope `catalog:write`.
     *
     * @tags Admin: prompts and playbooks
     * @name DeleteAdminPlaybooksById
     * @summary Move a playbook to the trash for 30 days, unless members have bought it; `forever` deletes one that is there, with its votes, favorites and comments
     * @request DELETE:/admin/playbooks/{id}
     * @secure
     */
    deleteAdminPlaybooksById: (
      id: string,
      query?: {
        /** Permanently deletes an item that is in the trash */
        forever?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<
        {
          ok: true;
        },
        ErrorBody
      >({
        path: `/admin/playbooks/${encodeURIComponent(id)}`,
        method: "DELETE",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description A key needs the scope `catalog:write`.
     *
     * @tags Admin: prompts and playbooks
     * @name PostAdminPlaybooksByIdRestore
     * @summary Restore a playbook from the trash
     * @request POST:/admin/playbooks/{id}/restore
     * @secure
     */
    postAdminPlaybooksByIdRestore: (id: string, params: RequestParams = {}) =>
      this.request<AdminPlaybook, ErrorBody>({
        path: `/admin/playbooks/${encodeURIComponent(id)}/restore`,
        method: "POST",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Admin: prompts and playbooks
     * @name PutAdminMediaByFolderByFile
     * @summary Store an image; the body is the file
     * @request PUT:/admin/media/{folder}/{file}
     * @secure
     */
    putAdminMediaByFolderByFile: (
      folder: "prompts" | "playbooks" | "site",
      file: string,
      data: Blob,
      params: RequestParams = {},
    ) =>
      this.request<
        {
          url: string;
        },
        ErrorBody
      >({
        path: `/admin/media/${encodeURIComponent(folder)}/${encodeURIComponent(file)}`,
        method: "PUT",
        body: data,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Admin: prompts and playbooks
     * @name DeleteAdminMediaByFolderByFile
     * @summary Delete a stored image; repeating it changes nothing
     * @request DELETE:/admin/media/{folder}/{file}
     * @secure
     */
    deleteAdminMediaByFolderByFile: (
      folder: "prompts" | "playbooks" | "site",
      file: string,
      params: RequestParams = {},
    ) =>
      this.request<
        {
          ok: true;
        },
        ErrorBody
      >({
        path: `/admin/media/${encodeURIComponent(folder)}/${encodeURIComponent(file)}`,
        method: "DELETE",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description A key needs the scope `catalog:write`.
     *
     * @tags Admin: import and export
     * @name GetAdminImports
     * @summary List the imports of the last 30 days, newest first
     * @request GET:/admin/imports
     * @secure
     */
    getAdminImports: (
      query?: {
        /**
         * How many items a page has
         * @min 1
         * @max 100
         * @default 24
         */
        limit?: number;
        /**
         * `next_cursor` of the page before, with the same filters and order; without it, the first page
         * @maxLength 2000
         */
        cursor?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<
        {
          items: Import[];
          /**
           * How many items match, on all pages
           * @min 0
           */
          total: number;
          /** Send it as `cursor` to get the next page; null on the last one */
          next_cursor: string | null;
        },
        ErrorBody
      >({
        path: `/admin/imports`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description A key needs the scope `catalog:write`.
     *
     * @tags Admin: import and export
     * @name PutAdminImportsById
     * @summary Upload a CSV, JSON or ZIP file and check it; the body is the file. You choose the id: sent again, it changes nothing, and 409 says that the id is taken by another file
     * @request PUT:/admin/imports/{id}
     * @secure
     */
    putAdminImportsById: (
      id: string,
      query: {
        /**
         * The name of the file; its extension says what it is
         * @minLength 1
         * @maxLength 200
         */
        name: string;
      },
      data: Blob,
      params: RequestParams = {},
    ) =>
      this.request<Import, ErrorBody>({
        path: `/admin/imports/${encodeURIComponent(id)}`,
        method: "PUT",
        query: query,
        body: data,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description A key needs the scope `catalog:write`.
     *
     * @tags Admin: import and export
     * @name GetAdminImportsById
     * @summary Get the progress of an import
     * @request GET:/admin/imports/{id}
     * @secure
     */
    getAdminImportsById: (id: string, params: RequestParams = {}) =>
      this.request<Import, ErrorBody>({
        path: `/admin/imports/${encodeURIComponent(id)}`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description A key needs the scope `catalog:write`.
     *
     * @tags Admin: import and export
     * @name DeleteAdminImportsById
     * @summary Discard a file that was not imported
     * @request DELETE:/admin/imports/{id}
     * @secure
     */
    deleteAdminImportsById: (id: string, params: RequestParams = {}) =>
      this.request<
        {
          ok: true;
        },
        ErrorBody
      >({
        path: `/admin/imports/${encodeURIComponent(id)}`,
        method: "DELETE",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description A key needs the scope `catalog:write`.
     *
     * @tags Admin: import and export
     * @name GetAdminImportsByIdRows
     * @summary List its rows with their outcome
     * @request GET:/admin/imports/{id}/rows
     * @secure
     */
    getAdminImportsByIdRows: (
      id: string,
      query?: {
        /**
         * How many items a page has
         * @min 1
         * @max 100
         * @default 24
         */
        limit?: number;
        /**
         * `next_cursor` of the page before, with the same filters and order; without it, the first page
         * @maxLength 2000
         */
        cursor?: string;
        outcome?:
          | "created"
          | "changed"
          | "unchanged"
          | "duplicate"
          | "refused"
          | "kept";
        /**
         * The number of the page, from 1; it can replace `cursor`, to get any page
         * @min 1
         * @max 1000000
         */
        page?: number;
      },
      params: RequestParams = {},
    ) =>
      this.request<
        {
          items: {
            position: number;
            place: string;
            kind: "prompt" | "playbook";
            title: string;
            outcome:
              | "created"
              | "changed"
              | "unchanged"
              | "duplicate"
              | "refused";
            reason: string | null;
            /** @format uuid */
            item_id: string | null;
            undone: "restored" | "kept";
          }[];
          /**
           * How many items match, on all pages
           * @min 0
           */
          total: number;
          /** Send it as `cursor` to get the next page; null on the last one */
          next_cursor: string | null;
        },
        ErrorBody
      >({
        path: `/admin/imports/${encodeURIComponent(id)}/rows`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description A key needs the scope `catalog:write`.
     *
     * @tags Admin: import and export
     * @name PostAdminImportsByIdCheck
     * @summary Check the file again with other settings; nothing is imported
     * @request POST:/admin/imports/{id}/check
     * @secure
     */
    postAdminImportsByIdCheck: (
      id: string,
      data: {
        /** @default "new-drafts" */
        status?: "new-drafts" | "file" | "draft" | "published";
        /**
         * @min 0
         * @max 1000
         * @default null
         */
        tier_access?: number | null;
        /**
         * @maxLength 200
         * @default null
         */
        category?: string | null;
        /** @default true */
        skip_duplicates?: boolean;
        /** @default {} */
        mapping?: Record<string, string>;
      },
      params: RequestParams = {},
    ) =>
      this.request<Import, ErrorBody>({
        path: `/admin/imports/${encodeURIComponent(id)}/check`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description A key needs the scope `catalog:write`.
     *
     * @tags Admin: import and export
     * @name PostAdminImportsByIdStart
     * @summary Import the checked rows
     * @request POST:/admin/imports/{id}/start
     * @secure
     */
    postAdminImportsByIdStart: (id: string, params: RequestParams = {}) =>
      this.request<Import, ErrorBody>({
        path: `/admin/imports/${encodeURIComponent(id)}/start`,
        method: "POST",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description A key needs the scope `catalog:write`.
     *
     * @tags Admin: import and export
     * @name PostAdminImportsByIdUndo
     * @summary Undo an import; items changed since stay as they are
     * @request POST:/admin/imports/{id}/undo
     * @secure
     */
    postAdminImportsByIdUndo: (id: string, params: RequestParams = {}) =>
      this.request<Import, ErrorBody>({
        path: `/admin/imports/${encodeURIComponent(id)}/undo`,
        method: "POST",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Admin: comments
     * @name GetAdminComments
     * @summary List comments waiting for approval or reported by members
     * @request GET:/admin/comments
     * @secure
     */
    getAdminComments: (
      query?: {
        /**
         * How many items a page has
         * @min 1
         * @max 100
         * @default 24
         */
        limit?: number;
        /**
         * `next_cursor` of the page before, with the same filters and order; without it, the first page
         * @maxLength 2000
         */
        cursor?: string;
        /**
         * `waiting`: held or reported, oldest first. `decided`: latest decision first
         * @default "waiting"
         */
        show?: "waiting" | "held" | "reported" | "decided";
      },
      params: RequestParams = {},
    ) =>
      this.request<
        {
          items: ModeratedComment[];
          /**
           * How many items match, on all pages
           * @min 0
           */
          total: number;
          /** Send it as `cursor` to get the next page; null on the last one */
          next_cursor: string | null;
        },
        ErrorBody
      >({
        path: `/admin/comments`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Admin: comments
     * @name GetAdminCommentsById
     * @summary Get a comment with its reports, whatever its status
     * @request GET:/admin/comments/{id}
     * @secure
     */
    getAdminCommentsById: (id: string, params: RequestParams = {}) =>
      this.request<ModeratedComment, ErrorBody>({
        path: `/admin/comments/${encodeURIComponent(id)}`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Admin: comments
     * @name PatchAdminCommentsById
     * @summary Approve a comment, or remove it from the page; this settles its reports
     * @request PATCH:/admin/comments/{id}
     * @secure
     */
    patchAdminCommentsById: (
      id: string,
      data: {
        decision: "approve" | "remove";
        /**
         * That of the text you have read. If it has been changed since, nothing is decided (409).
         * @format date-time
         */
        updated_at: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<ModeratedComment, ErrorBody>({
        path: `/admin/comments/${encodeURIComponent(id)}`,
        method: "PATCH",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Admin: comments
     * @name PostAdminCommentsByIdUndo
     * @summary Undo my decision about a comment, while it is the last one about this text
     * @request POST:/admin/comments/{id}/undo
     * @secure
     */
    postAdminCommentsByIdUndo: (
      id: string,
      data: {
        /**
         * UTC
         * @format date-time
         */
        decided_at: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<ModeratedComment, ErrorBody>({
        path: `/admin/comments/${encodeURIComponent(id)}/undo`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Admin: comments
     * @name GetAdminCommentRules
     * @summary Get the rules for which comments wait for approval
     * @request GET:/admin/comment-rules
     * @secure
     */
    getAdminCommentRules: (params: RequestParams = {}) =>
      this.request<HoldRules, ErrorBody>({
        path: `/admin/comment-rules`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Admin: comments
     * @name PutAdminCommentRules
     * @summary Change the rules for which comments wait for approval
     * @request PUT:/admin/comment-rules
     * @secure
     */
    putAdminCommentRules: (
      data: {
        /** @maxItems 500 */
        words?: string[];
        /**
         * @min 0
         * @max 365
         */
        link_days?: number;
      },
      params: RequestParams = {},
    ) =>
      this.request<HoldRules, ErrorBody>({
        path: `/admin/comment-rules`,
        method: "PUT",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Admin: members
     * @name GetAdminUsers
     * @summary List accounts, newest first unless sorted; `q` searches addresses, `all` counts every account
     * @request GET:/admin/users
     * @secure
     */
    getAdminUsers: (
      query?: {
        /**
         * What to search for
         * @maxLength 200
         */
        q?: string;
        /**
         * How many items a page has
         * @min 1
         * @max 100
         * @default 24
         */
        limit?: number;
        /**
         * `next_cursor` of the page before, with the same filters and order; without it, the first page
         * @maxLength 2000
         */
        cursor?: string;
        role?: "member" | "editor" | "support" | "admin";
        /** The id of the current plan; `none` finds members without one */
        tier?: "none" | string;
        /** @default "newest" */
        sort?: "newest" | "email" | "role" | "tier";
        /** Descending by default for `newest`, ascending for any other `sort` */
        order?: "asc" | "desc";
        /**
         * The number of the page, from 1; it can replace `cursor`, to get any page
         * @min 1
         * @max 1000000
         */
        page?: number;
      },
      params: RequestParams = {},
    ) =>
      this.request<
        {
          items: AdminUser[];
          /**
           * How many items match, on all pages
           * @min 0
           */
          total: number;
          /** Send it as `cursor` to get the next page; null on the last one */
          next_cursor: string | null;
          /** How many accounts there are, whatever is searched */
          all: number;
        },
        ErrorBody
      >({
        path: `/admin/users`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Admin: members
     * @name GetAdminMembers
     * @summary List accounts, like /admin/users
     * @request GET:/admin/members
     * @secure
     */
    getAdminMembers: (
      query?: {
        /**
         * What to search for
         * @maxLength 200
         */
        q?: string;
        /**
         * How many items a page has
         * @min 1
         * @max 100
         * @default 24
         */
        limit?: number;
        /**
         * `next_cursor` of the page before, with the same filters and order; without it, the first page
         * @maxLength 2000
         */
        cursor?: string;
        role?: "member" | "editor" | "support" | "admin";
        /** The id of the current plan; `none` finds members without one */
        tier?: "none" | string;
        /** @default "newest" */
        sort?: "newest" | "email" | "role" | "tier";
        /** Descending by default for `newest`, ascending for any other `sort` */
        order?: "asc" | "desc";
        /**
         * The number of the page, from 1; it can replace `cursor`, to get any page
         * @min 1
         * @max 1000000
         */
        page?: number;
      },
      params: RequestParams = {},
    ) =>
      this.request<
        {
          items: AdminUser[];
          /**
           * How many items match, on all pages
           * @min 0
           */
          total: number;
          /** Send it as `cursor` to get the next page; null on the last one */
          next_cursor: string | null;
          /** How many accounts there are, whatever is searched */
          all: number;
        },
        ErrorBody
      >({
        path: `/admin/members`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Admin: members
     * @name GetAdminMembersById
     * @summary Get an account with its plan, payments and activity
     * @request GET:/admin/members/{id}
     * @secure
     */
    getAdminMembersById: (id: string, params: RequestParams = {}) =>
      this.request<AdminMember, ErrorBody>({
        path: `/admin/members/${encodeURIComponent(id)}`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Admin: members
     * @name DeleteAdminMembersById
     * @summary Delete an account as its owner could; `email` confirms which one
     * @request DELETE:/admin/members/{id}
     * @secure
     */
    deleteAdminMembersById: (
      id: string,
      data: {
        /** @maxLength 320 */
        email: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<
        {
          ok: true;
        },
        ErrorBody
      >({
        path: `/admin/members/${encodeURIComponent(id)}`,
        method: "DELETE",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Admin: members
     * @name PutAdminMembersByIdRole
     * @summary Change a role; the last admin stays one
     * @request PUT:/admin/members/{id}/role
     * @secure
     */
    putAdminMembersByIdRole: (
      id: string,
      data: {
        role: "member" | "editor" | "support" | "admin";
      },
      params: RequestParams = {},
    ) =>
      this.request<AdminMember, ErrorBody>({
        path: `/admin/members/${encodeURIComponent(id)}/role`,
        method: "PUT",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Admin: members
     * @name PutAdminMembersByIdSuspension
     * @summary Suspend an account: its sessions end at once
     * @request PUT:/admin/members/{id}/suspension
     * @secure
     */
    putAdminMembersByIdSuspension: (
      id: string,
      data: {
        /**
         * UTC
         * @format date-time
         */
        until: string | null;
        /** @maxLength 500 */
        note: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<AdminMember, ErrorBody>({
        path: `/admin/members/${encodeURIComponent(id)}/suspension`,
        method: "PUT",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Admin: members
     * @name DeleteAdminMembersByIdSuspension
     * @summary Lift a suspension
     * @request DELETE:/admin/members/{id}/suspension
     * @secure
     */
    deleteAdminMembersByIdSuspension: (
      id: string,
      params: RequestParams = {},
    ) =>
      this.request<AdminMember, ErrorBody>({
        path: `/admin/members/${encodeURIComponent(id)}/suspension`,
        method: "DELETE",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Admin: members
     * @name PutAdminMembersByIdPlan
     * @summary Give a complimentary plan, until a set time or without an end
     * @request PUT:/admin/members/{id}/plan
     * @secure
     */
    putAdminMembersByIdPlan: (
      id: string,
      data: {
        /** @format uuid */
        tier_id: string;
        /**
         * UTC
         * @format date-time
         */
        until: string | null;
      },
      params: RequestParams = {},
    ) =>
      this.request<AdminMember, ErrorBody>({
        path: `/admin/members/${encodeURIComponent(id)}/plan`,
        method: "PUT",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Admin: members
     * @name DeleteAdminMembersByIdPlan
     * @summary Remove a complimentary plan
     * @request DELETE:/admin/members/{id}/plan
     * @secure
     */
    deleteAdminMembersByIdPlan: (id: string, params: RequestParams = {}) =>
      this.request<AdminMember, ErrorBody>({
        path: `/admin/members/${encodeURIComponent(id)}/plan`,
        method: "DELETE",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Admin: members
     * @name PostAdminMembersByIdEmails
     * @summary Resend the confirmation email, or send a link to choose a new password
     * @request POST:/admin/members/{id}/emails
     * @secure
     */
    postAdminMembersByIdEmails: (
      id: string,
      data: {
        kind: "confirmation" | "reset";
      },
      params: RequestParams = {},
    ) =>
      this.request<AdminMemberWithEmail, ErrorBody>({
        path: `/admin/members/${encodeURIComponent(id)}/emails`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Admin: members
     * @name PostAdminMembersByIdSignOut
     * @summary Sign a member out on all devices
     * @request POST:/admin/members/{id}/sign-out
     * @secure
     */
    postAdminMembersByIdSignOut: (id: string, params: RequestParams = {}) =>
      this.request<AdminMember, ErrorBody>({
        path: `/admin/members/${encodeURIComponent(id)}/sign-out`,
        method: "POST",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Admin: members
     * @name DeleteAdminMembersByIdTwoFactor
     * @summary Turn off two-factor sign-in for a member who has lost the app and recovery codes; signs them out
     * @request DELETE:/admin/members/{id}/two-factor
     * @secure
     */
    deleteAdminMembersByIdTwoFactor: (id: string, params: RequestParams = {}) =>
      this.request<AdminMember, ErrorBody>({
        path: `/admin/members/${encodeURIComponent(id)}/two-factor`,
        method: "DELETE",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Admin: members
     * @name PostAdminInvitations
     * @summary Invite someone by email, or resend a pending invitation
     * @request POST:/admin/invitations
     * @secure
     */
    postAdminInvitations: (
      data: {
        /**
         * @format email
         * @maxLength 255
         */
        email: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<
        {
          ok: true;
        },
        ErrorBody
      >({
        path: `/admin/invitations`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Admin: plans and offers
     * @name GetAdminBillingWarnings
     * @summary List payment problems
     * @request GET:/admin/billing-warnings
     * @secure
     */
    getAdminBillingWarnings: (params: RequestParams = {}) =>
      this.request<BillingWarnings, ErrorBody>({
        path: `/admin/billing-warnings`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Admin: plans and offers
     * @name GetAdminOffersGifts
     * @summary List all gift codes, newest first; `q` searches codes, notes and the addresses of those who redeemed them
     * @request GET:/admin/offers/gifts
     * @secure
     */
    getAdminOffersGifts: (
      query?: {
        /**
         * What to search for
         * @maxLength 200
         */
        q?: string;
        /**
         * How many items a page has
         * @min 1
         * @max 100
         * @default 24
         */
        limit?: number;
        /**
         * `next_cursor` of the page before, with the same filters and order; without it, the first page
         * @maxLength 2000
         */
        cursor?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<
        {
          items: AdminGift[];
          /**
           * How many items match, on all pages
           * @min 0
           */
          total: number;
          /** Send it as `cursor` to get the next page; null on the last one */
          next_cursor: string | null;
        },
        ErrorBody
      >({
        path: `/admin/offers/gifts`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Admin: plans and offers
     * @name PostAdminOffersGifts
     * @summary Create one or more gift codes
     * @request POST:/admin/offers/gifts
     * @secure
     */
    postAdminOffersGifts: (
      data: {
        /**
         * The id of what is created, chosen by you. Sent again with the same one, as after a lost response, the request creates nothing more: it returns what the first one created, or gives it the new values. 409 if that would undo a later change, or if the id belongs to something else.
         * @format uuid
         */
        id?: string;
        /** @format uuid */
        tier_id: string;
        /**
         * @min 1
         * @max 120
         * @default null
         */
        months?: number | null;
        /**
         * @min 1
         * @max 3650
         * @default null
         */
        days?: number | null;
        /**
         * @maxLength 200
         * @default ""
         */
        note?: string;
        /**
         * UTC
         * @format date-time
         * @default null
         */
        redeem_by?: string | null;
        /**
         * @min 1
         * @max 500
         * @default 1
         */
        count?: number;
      },
      params: RequestParams = {},
    ) =>
      this.request<
        {
          items: {
            code: string;
          }[];
        },
        ErrorBody
      >({
        path: `/admin/offers/gifts`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Admin: plans and offers
     * @name GetAdminOffersGiftsExport
     * @summary Export all gift codes as CSV
     * @request GET:/admin/offers/gifts/export
     * @secure
     */
    getAdminOffersGiftsExport: (params: RequestParams = {}) =>
      this.request<string, ErrorBody>({
        path: `/admin/offers/gifts/export`,
        method: "GET",
        secure: true,
        format: "text",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Admin: plans and offers
     * @name PostAdminOffersGiftsByIdRevoke
     * @summary Revoke a gift, redeemed or not; what it gives ends at once
     * @request POST:/admin/offers/gifts/{id}/revoke
     * @secure
     */
    postAdminOffersGiftsByIdRevoke: (id: string, params: RequestParams = {}) =>
      this.request<AdminGift, ErrorBody>({
        path: `/admin/offers/gifts/${encodeURIComponent(id)}/revoke`,
        method: "POST",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Admin: plans and offers
     * @name GetAdminOffers
     * @summary List all offers with how often they were redeemed, newest first
     * @request GET:/admin/offers
     * @secure
     */
    getAdminOffers: (
      query?: {
        /**
         * How many items a page has; without it, all are on one page
         * @min 1
         * @max 100
         */
        limit?: number;
        /**
         * `next_cursor` of the page before, with the same filters and order; without it, the first page
         * @maxLength 2000
         */
        cursor?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<
        {
          items: AdminOffer[];
          /**
           * How many items match, on all pages
           * @min 0
           */
          total: number;
          /** Send it as `cursor` to get the next page; null on the last one */
          next_cursor: string | null;
        },
        ErrorBody
      >({
        path: `/admin/offers`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Admin: plans and offers
     * @name PostAdminOffers
     * @summary Create an offer
     * @request POST:/admin/offers
     * @secure
     */
    postAdminOffers: (
      data: {
        /**
         * The id of what is created, chosen by you. Sent again with the same one, as after a lost response, the request creates nothing more: it returns what the first one created, or gives it the new values. 409 if that would undo a later change, or if the id belongs to something else.
         * @format uuid
         */
        id?: string;
        /**
         * @minLength 3
         * @maxLength 40
         * @pattern ^[A-Za-z0-9][A-Za-z0-9-]*$
         */
        code: string;
        /**
         * @min 1
         * @max 100
         * @default null
         */
        percent_off?: number | null;
        /**
         * @min 1
         * @max 1000000000
         * @default null
         */
        amount_off?: number | null;
        /** @default "everything" */
        applies_to?: "everything" | "plans" | "playbooks" | "chosen";
        /**
         * @maxItems 200
         * @default []
         */
        tier_ids?: string[];
        /**
         * @maxItems 200
         * @default []
         */
        playbook_ids?: string[];
        /** @default "once" */
        duration?: "once" | "repeating" | "forever";
        /**
         * @min 1
         * @max 36
         * @default null
         */
        duration_months?: number | null;
        /**
         * UTC
         * @format date-time
         * @default null
         */
        ends_at?: string | null;
        /**
         * @min 1
         * @max 1000000
         * @default null
         */
        max_redemptions?: number | null;
        /**
         * @min 1
         * @max 1000000
         * @default 1
         */
        max_per_member?: number | null;
        /** @default true */
        is_active?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<AdminOffer, ErrorBody>({
        path: `/admin/offers`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Admin: plans and offers
     * @name GetAdminOffersById
     * @summary Get an offer and how often it was redeemed
     * @request GET:/admin/offers/{id}
     * @secure
     */
    getAdminOffersById: (id: string, params: RequestParams = {}) =>
      this.request<AdminOffer, ErrorBody>({
        path: `/admin/offers/${encodeURIComponent(id)}`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Admin: plans and offers
     * @name PatchAdminOffersById
     * @summary Change an offer; members who redeemed it keep what they were shown
     * @request PATCH:/admin/offers/{id}
     * @secure
     */
    patchAdminOffersById: (
      id: string,
      data: {
        /**
         * @minLength 3
         * @maxLength 40
         * @pattern ^[A-Za-z0-9][A-Za-z0-9-]*$
         */
        code?: string;
        /**
         * @min 1
         * @max 100
         */
        percent_off?: number | null;
        /**
         * @min 1
         * @max 1000000000
         */
        amount_off?: number | null;
        applies_to?: "everything" | "plans" | "playbooks" | "chosen";
        /** @maxItems 200 */
        tier_ids?: string[];
        /** @maxItems 200 */
        playbook_ids?: string[];
        duration?: "once" | "repeating" | "forever";
        /**
         * @min 1
         * @max 36
         */
        duration_months?: number | null;
        /**
         * UTC
         * @format date-time
         */
        ends_at?: string | null;
        /**
         * @min 1
         * @max 1000000
         */
        max_redemptions?: number | null;
        /**
         * @min 1
         * @max 1000000
         */
        max_per_member?: number | null;
        is_active?: boolean;
        /**
         * The `updated_at` that you have read. If someone has saved since, nothing is changed (409); without it, the last save wins.
         * @format date-time
         */
        updated_at?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<AdminOffer, ErrorBody>({
        path: `/admin/offers/${encodeURIComponent(id)}`,
        method: "PATCH",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Admin: plans and offers
     * @name DeleteAdminOffersById
     * @summary Delete an offer that nobody has used
     * @request DELETE:/admin/offers/{id}
     * @secure
     */
    deleteAdminOffersById: (id: string, params: RequestParams = {}) =>
      this.request<
        {
          ok: true;
        },
        ErrorBody
      >({
        path: `/admin/offers/${encodeURIComponent(id)}`,
        method: "DELETE",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Admin: plans and offers
     * @name GetAdminTiers
     * @summary List all plans with their numbers of members
     * @request GET:/admin/tiers
     * @secure
     */
    getAdminTiers: (
      query?: {
        /**
         * How many items a page has; without it, all are on one page
         * @min 1
         * @max 100
         */
        limit?: number;
        /**
         * `next_cursor` of the page before, with the same filters and order; without it, the first page
         * @maxLength 2000
         */
        cursor?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<
        {
          items: AdminTier[];
          /**
           * How many items match, on all pages
           * @min 0
           */
          total: number;
          /** Send it as `cursor` to get the next page; null on the last one */
          next_cursor: string | null;
        },
        ErrorBody
      >({
        path: `/admin/tiers`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Admin: plans and offers
     * @name PostAdminTiers
     * @summary Create a plan
     * @request POST:/admin/tiers
     * @secure
     */
    postAdminTiers: (
      data: {
        /**
         * The id of what is created, chosen by you. Sent again with the same one, as after a lost response, the request creates nothing more: it returns what the first one created, or gives it the new values. 409 if that would undo a later change, or if the id belongs to something else.
         * @format uuid
         */
        id?: string;
        /**
         * @minLength 1
         * @maxLength 100
         */
        name: string;
        /**
         * Per month. In the smallest unit of the currency, such as cents
         * @min 0
         * @max 1000000000
         * @default 0
         */
        price?: number;
        /**
         * @min 0
         * @max 999999
         * @default 10
         */
        daily_copy_limit?: number;
        /** @default false */
        reading_counts?: boolean;
        /**
         * @min 0
         * @max 999999
         * @default 0
         */
        daily_run_limit?: number;
        /**
         * @min 0
         * @max 730
         * @default 0
         */
        trial_days?: number;
        /**
         * The plan opens the items whose `tier_access` is at most this: 0 is free, 1 opens all prompts, 2 all prompts and playbooks, unless the owner numbers them otherwise
         * @min 0
         * @max 1000
         * @default 0
         */
        access_level?: number;
        /** @default false */
        featured?: boolean;
        /** @default false */
        shows_first_lines?: boolean;
        /**
         * @maxItems 30
         * @default []
         */
        features?: string[];
        /**
         * The interval of `price`: a year costs twelve of these, with a discount
         * @default "monthly"
         */
        billing_interval?: "monthly";
      },
      params: RequestParams = {},
    ) =>
      this.request<AdminTier, ErrorBody>({
        path: `/admin/tiers`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Admin: plans and offers
     * @name GetAdminTiersById
     * @summary Get a plan with its numbers of members
     * @request GET:/admin/tiers/{id}
     * @secure
     */
    getAdminTiersById: (id: string, params: RequestParams = {}) =>
      this.request<AdminTier, ErrorBody>({
        path: `/admin/tiers/${encodeURIComponent(id)}`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Admin: plans and offers
     * @name PatchAdminTiersById
     * @summary Change a plan
     * @request PATCH:/admin/tiers/{id}
     * @secure
     */
    patchAdminTiersById: (
      id: string,
      data: {
        /**
         * @minLength 1
         * @maxLength 100
         */
        name?: string;
        /**
         * Per month. In the smallest unit of the currency, such as cents
         * @min 0
         * @max 1000000000
         */
        price?: number;
        /**
         * @min 0
         * @max 999999
         */
        daily_copy_limit?: number;
        reading_counts?: boolean;
        /**
         * @min 0
         * @max 999999
         */
        daily_run_limit?: number;
        /**
         * @min 0
         * @max 730
         */
        trial_days?: number;
        /**
         * The plan opens the items whose `tier_access` is at most this: 0 is free, 1 opens all prompts, 2 all prompts and playbooks, unless the owner numbers them otherwise
         * @min 0
         * @max 1000
         */
        access_level?: number;
        featured?: boolean;
        shows_first_lines?: boolean;
        /** @maxItems 30 */
        features?: string[];
        /** The interval of `price`: a year costs twelve of these, with a discount */
        billing_interval?: "monthly";
        /**
         * The `updated_at` that you have read. If someone has saved since, nothing is changed (409); without it, the last save wins.
         * @format date-time
         */
        updated_at?: string;
        cancel_subscriptions?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<AdminTier, ErrorBody>({
        path: `/admin/tiers/${encodeURIComponent(id)}`,
        method: "PATCH",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Admin: plans and offers
     * @name DeleteAdminTiersById
     * @summary Delete a plan that nobody pays for; members with it as a complimentary plan lose it
     * @request DELETE:/admin/tiers/{id}
     * @secure
     */
    deleteAdminTiersById: (id: string, params: RequestParams = {}) =>
      this.request<
        {
          ok: true;
        },
        ErrorBody
      >({
        path: `/admin/tiers/${encodeURIComponent(id)}`,
        method: "DELETE",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Admin: email
     * @name GetAdminMailings
     * @summary List emails to members, newest first
     * @request GET:/admin/mailings
     * @secure
     */
    getAdminMailings: (
      query?: {
        /**
         * How many items a page has
         * @min 1
         * @max 100
         * @default 24
         */
        limit?: number;
        /**
         * `next_cursor` of the page before, with the same filters and order; without it, the first page
         * @maxLength 2000
         */
        cursor?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<
        {
          items: MailingItem[];
          /**
           * How many items match, on all pages
           * @min 0
           */
          total: number;
          /** Send it as `cursor` to get the next page; null on the last one */
          next_cursor: string | null;
        },
        ErrorBody
      >({
        path: `/admin/mailings`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Admin: email
     * @name PostAdminMailings
     * @summary Create a draft
     * @request POST:/admin/mailings
     * @secure
     */
    postAdminMailings: (
      data: {
        /**
         * The id of what is created, chosen by you. Sent again with the same one, as after a lost response, the request creates nothing more: it returns what the first one created, or gives it the new values. 409 if that would undo a later change, or if the id belongs to something else.
         * @format uuid
         */
        id?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<Mailing, ErrorBody>({
        path: `/admin/mailings`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Admin: email
     * @name PostAdminMailingsPreview
     * @summary Preview the email as I would get it, even before it is saved
     * @request POST:/admin/mailings/preview
     * @secure
     */
    postAdminMailingsPreview: (
      data: {
        /** @maxLength 200 */
        subject: string;
        /** @maxLength 60000 */
        body: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<MailingPreview, ErrorBody>({
        path: `/admin/mailings/preview`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Admin: email
     * @name PostAdminMailingsAudience
     * @summary Count the members who would get an email, and those in the segment who would not
     * @request POST:/admin/mailings/audience
     * @secure
     */
    postAdminMailingsAudience: (
      data: {
        segment: {
          /** @maxItems 50 */
          plans: (string | "none")[];
          seen: {
            is_within: boolean;
            /**
             * @min 1
             * @max 3650
             */
            days: number;
          };
          /**
           * @minLength 1
           * @maxLength 200
           */
          category: string | null;
        };
      },
      params: RequestParams = {},
    ) =>
      this.request<MailingAudience, ErrorBody>({
        path: `/admin/mailings/audience`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Admin: email
     * @name GetAdminMailingsBounces
     * @summary List members whose address permanently refused emails, latest first
     * @request GET:/admin/mailings/bounces
     * @secure
     */
    getAdminMailingsBounces: (
      query?: {
        /**
         * How many items a page has
         * @min 1
         * @max 100
         * @default 24
         */
        limit?: number;
        /**
         * `next_cursor` of the page before, with the same filters and order; without it, the first page
         * @maxLength 2000
         */
        cursor?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<
        {
          items: BouncedAddress[];
          /**
           * How many items match, on all pages
           * @min 0
           */
          total: number;
          /** Send it as `cursor` to get the next page; null on the last one */
          next_cursor: string | null;
        },
        ErrorBody
      >({
        path: `/admin/mailings/bounces`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Admin: email
     * @name DeleteAdminMailingsBouncesById
     * @summary Clear a bounced address
     * @request DELETE:/admin/mailings/bounces/{id}
     * @secure
     */
    deleteAdminMailingsBouncesById: (id: string, params: RequestParams = {}) =>
      this.request<void, ErrorBody>({
        path: `/admin/mailings/bounces/${encodeURIComponent(id)}`,
        method: "DELETE",
        secure: true,
        ...params,
      }),

    /**
     * No description
     *
     * @tags Admin: email
     * @name GetAdminMailingsById
     * @summary Get an email to members and its progress
     * @request GET:/admin/mailings/{id}
     * @secure
     */
    getAdminMailingsById: (id: string, params: RequestParams = {}) =>
      this.request<Mailing, ErrorBody>({
        path: `/admin/mailings/${encodeURIComponent(id)}`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Admin: email
     * @name PatchAdminMailingsById
     * @summary Change a draft, or the text of a stopped email; with `updated_at`, only if nobody else has saved since
     * @request PATCH:/admin/mailings/{id}
     * @secure
     */
    patchAdminMailingsById: (
      id: string,
      data: {
        /** @maxLength 200 */
        subject?: string;
        /** @maxLength 60000 */
        body?: string;
        segment?: {
          /** @maxItems 50 */
          plans: (string | "none")[];
          seen: {
            is_within: boolean;
            /**
             * @min 1
             * @max 3650
             */
            days: number;
          };
          /**
           * @minLength 1
           * @maxLength 200
           */
          category: string | null;
        };
        counts_opens?: boolean;
        /**
         * The `updated_at` that you have read. If someone has saved since, nothing is changed (409); without it, the last save wins.
         * @format date-time
         */
        updated_at?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<Mailing, ErrorBody>({
        path: `/admin/mailings/${encodeURIComponent(id)}`,
        method: "PATCH",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Admin: email
     * @name DeleteAdminMailingsById
     * @summary Delete an email that is not being sent
     * @request DELETE:/admin/mailings/{id}
     * @secure
     */
    deleteAdminMailingsById: (id: string, params: RequestParams = {}) =>
      this.request<void, ErrorBody>({
        path: `/admin/mailings/${encodeURIComponent(id)}`,
        method: "DELETE",
        secure: true,
        ...params,
      }),

    /**
     * No description
     *
     * @tags Admin: email
     * @name PostAdminMailingsByIdTest
     * @summary Send the previewed version to my own address, at once
     * @request POST:/admin/mailings/{id}/test
     * @secure
     */
    postAdminMailingsByIdTest: (
      id: string,
      data: {
        /**
         * The `updated_at` that you have read. If someone has saved since, nothing is sent (409).
         * @format date-time
         */
        updated_at: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<
        {
          to: string;
          is_in_outbox: boolean;
        },
        ErrorBody
      >({
        path: `/admin/mailings/${encodeURIComponent(id)}/test`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Admin: email
     * @name PostAdminMailingsByIdSend
     * @summary Send the previewed draft, at once or at a set time
     * @request POST:/admin/mailings/{id}/send
     * @secure
     */
    postAdminMailingsByIdSend: (
      id: string,
      data: {
        /**
         * UTC; null sends it at once
         * @format date-time
         */
        send_at: string | null;
        /**
         * The `updated_at` that you have read. If someone has saved since, nothing is sent (409).
         * @format date-time
         */
        updated_at: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<Mailing, ErrorBody>({
        path: `/admin/mailings/${encodeURIComponent(id)}/send`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Admin: email
     * @name PostAdminMailingsByIdStop
     * @summary Stop sending; a scheduled email becomes a draft again
     * @request POST:/admin/mailings/{id}/stop
     * @secure
     */
    postAdminMailingsByIdStop: (id: string, params: RequestParams = {}) =>
      this.request<Mailing, ErrorBody>({
        path: `/admin/mailings/${encodeURIComponent(id)}/stop`,
        method: "POST",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Admin: email
     * @name PostAdminMailingsByIdResume
     * @summary Resume sending
     * @request POST:/admin/mailings/{id}/resume
     * @secure
     */
    postAdminMailingsByIdResume: (id: string, params: RequestParams = {}) =>
      this.request<Mailing, ErrorBody>({
        path: `/admin/mailings/${encodeURIComponent(id)}/resume`,
        method: "POST",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Admin: email
     * @name GetAdminMailingsByIdRecipients
     * @summary List members who did not get it, and why, latest first
     * @request GET:/admin/mailings/{id}/recipients
     * @secure
     */
    getAdminMailingsByIdRecipients: (
      id: string,
      query?: {
        /**
         * How many items a page has
         * @min 1
         * @max 100
         * @default 24
         */
        limit?: number;
        /**
         * `next_cursor` of the page before, with the same filters and order; without it, the first page
         * @maxLength 2000
         */
        cursor?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<
        {
          items: MailingRecipient[];
          /**
           * How many items match, on all pages
           * @min 0
           */
          total: number;
          /** Send it as `cursor` to get the next page; null on the last one */
          next_cursor: string | null;
        },
        ErrorBody
      >({
        path: `/admin/mailings/${encodeURIComponent(id)}/recipients`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Admin: email
     * @name PostAdminTestEmail
     * @summary Send a test email to my own address, at once
     * @request POST:/admin/test-email
     * @secure
     */
    postAdminTestEmail: (params: RequestParams = {}) =>
      this.request<
        {
          to: string;
          is_in_outbox: boolean;
        },
        ErrorBody
      >({
        path: `/admin/test-email`,
        method: "POST",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Admin: email
     * @name GetAdminOutbox
     * @summary List the emails of a site without an email server, newest first
     * @request GET:/admin/outbox
     * @secure
     */
    getAdminOutbox: (
      query?: {
        /**
         * How many items a page has
         * @min 1
         * @max 100
         * @default 24
         */
        limit?: number;
        /**
         * `next_cursor` of the page before, with the same filters and order; without it, the first page
         * @maxLength 2000
         */
        cursor?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<Outbox, ErrorBody>({
        path: `/admin/outbox`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Admin: email
     * @name GetAdminOutboxById
     * @summary Get one of these emails
     * @request GET:/admin/outbox/{id}
     * @secure
     */
    getAdminOutboxById: (id: string, params: RequestParams = {}) =>
      this.request<
        {
          id: string;
          /**
           * UTC
           * @format date-time
           */
          sent_at: string;
          to: string;
          subject: string;
          text: string;
          html: string;
        },
        ErrorBody
      >({
        path: `/admin/outbox/${encodeURIComponent(id)}`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Admin: webhooks
     * @name GetAdminWebhooks
     * @summary List the site's webhooks, newest first
     * @request GET:/admin/webhooks
     * @secure
     */
    getAdminWebhooks: (
      query?: {
        /**
         * How many items a page has; without it, all are on one page
         * @min 1
         * @max 100
         */
        limit?: number;
        /**
         * `next_cursor` of the page before, with the same filters and order; without it, the first page
         * @maxLength 2000
         */
        cursor?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<
        {
          items: Webhook[];
          /**
           * How many items match, on all pages
           * @min 0
           */
          total: number;
          /** Send it as `cursor` to get the next page; null on the last one */
          next_cursor: string | null;
        },
        ErrorBody
      >({
        path: `/admin/webhooks`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Admin: webhooks
     * @name PostAdminWebhooks
     * @summary Add a webhook; its secret is only in this response
     * @request POST:/admin/webhooks
     * @secure
     */
    postAdminWebhooks: (
      data: {
        /**
         * The id of what is created, chosen by you. Sent again with the same one, as after a lost response, the request creates nothing more: it returns what the first one created, or gives it the new values. 409 if that would undo a later change, or if the id belongs to something else.
         * @format uuid
         */
        id?: string;
        /** @maxLength 2000 */
        url: string;
        /**
         * @maxItems 9
         * @minItems 1
         */
        events: (
          | "item.published"
          | "item.changed"
          | "item.unpublished"
          | "member.joined"
          | "plan.started"
          | "plan.changed"
          | "plan.ended"
          | "purchase.created"
          | "comment.created"
        )[];
        /**
         * @maxLength 200
         * @default ""
         */
        note?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<WebhookWithSecret, ErrorBody>({
        path: `/admin/webhooks`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Admin: webhooks
     * @name GetAdminWebhooksById
     * @summary Get a webhook, without its secret
     * @request GET:/admin/webhooks/{id}
     * @secure
     */
    getAdminWebhooksById: (id: string, params: RequestParams = {}) =>
      this.request<Webhook, ErrorBody>({
        path: `/admin/webhooks/${encodeURIComponent(id)}`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Admin: webhooks
     * @name PatchAdminWebhooksById
     * @summary Change a webhook, or turn it on or off
     * @request PATCH:/admin/webhooks/{id}
     * @secure
     */
    patchAdminWebhooksById: (
      id: string,
      data: {
        /** @maxLength 2000 */
        url?: string;
        /**
         * @maxItems 9
         * @minItems 1
         */
        events?: (
          | "item.published"
          | "item.changed"
          | "item.unpublished"
          | "member.joined"
          | "plan.started"
          | "plan.changed"
          | "plan.ended"
          | "purchase.created"
          | "comment.created"
        )[];
        /** @maxLength 200 */
        note?: string;
        is_enabled?: boolean;
        /**
         * The `updated_at` that you have read. If someone has saved since, nothing is changed (409); without it, the last save wins.
         * @format date-time
         */
        updated_at?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<Webhook, ErrorBody>({
        path: `/admin/webhooks/${encodeURIComponent(id)}`,
        method: "PATCH",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Admin: webhooks
     * @name DeleteAdminWebhooksById
     * @summary Delete a webhook and its deliveries
     * @request DELETE:/admin/webhooks/{id}
     * @secure
     */
    deleteAdminWebhooksById: (id: string, params: RequestParams = {}) =>
      this.request<
        {
          ok: true;
        },
        ErrorBody
      >({
        path: `/admin/webhooks/${encodeURIComponent(id)}`,
        method: "DELETE",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Admin: webhooks
     * @name PostAdminWebhooksByIdSecret
     * @summary Rotate the secret; the old one stays valid for 24 hours
     * @request POST:/admin/webhooks/{id}/secret
     * @secure
     */
    postAdminWebhooksByIdSecret: (id: string, params: RequestParams = {}) =>
      this.request<WebhookWithSecret, ErrorBody>({
        path: `/admin/webhooks/${encodeURIComponent(id)}/secret`,
        method: "POST",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Admin: webhooks
     * @name PostAdminWebhooksByIdTest
     * @summary Send a test event
     * @request POST:/admin/webhooks/{id}/test
     * @secure
     */
    postAdminWebhooksByIdTest: (id: string, params: RequestParams = {}) =>
      this.request<
        {
          ok: true;
        },
        ErrorBody
      >({
        path: `/admin/webhooks/${encodeURIComponent(id)}/test`,
        method: "POST",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Admin: webhooks
     * @name GetAdminWebhooksByIdDeliveries
     * @summary List what a webhook was sent in the last 30 days, newest first
     * @request GET:/admin/webhooks/{id}/deliveries
     * @secure
     */
    getAdminWebhooksByIdDeliveries: (
      id: string,
      query?: {
        status?: "pending" | "delivered" | "failed";
        /**
         * How many items a page has
         * @min 1
         * @max 100
         * @default 24
         */
        limit?: number;
        /**
         * `next_cursor` of the page before, with the same filters and order; without it, the first page
         * @maxLength 2000
         */
        cursor?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<WebhookDeliveries, ErrorBody>({
        path: `/admin/webhooks/${encodeURIComponent(id)}/deliveries`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Admin: webhooks
     * @name PostAdminWebhooksByIdDeliveriesByDeliveryResend
     * @summary Resend an event with the same webhook-id
     * @request POST:/admin/webhooks/{id}/deliveries/{delivery}/resend
     * @secure
     */
    postAdminWebhooksByIdDeliveriesByDeliveryResend: (
      id: string,
      delivery: string,
      params: RequestParams = {},
    ) =>
      this.request<
        {
          ok: true;
        },
        ErrorBody
      >({
        path: `/admin/webhooks/${encodeURIComponent(id)}/deliveries/${encodeURIComponent(delivery)}/resend`,
        method: "POST",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Admin: webhooks
     * @name PostAdminWebhooksByIdResendFailed
     * @summary Resend all failed events
     * @request POST:/admin/webhooks/{id}/resend-failed
     * @secure
     */
    postAdminWebhooksByIdResendFailed: (
      id: string,
      params: RequestParams = {},
    ) =>
      this.request<
        {
          count: number;
        },
        ErrorBody
      >({
        path: `/admin/webhooks/${encodeURIComponent(id)}/resend-failed`,
        method: "POST",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Admin: site
     * @name GetAdminPages
     * @summary List all own pages, including drafts
     * @request GET:/admin/pages
     * @secure
     */
    getAdminPages: (
      query?: {
        /**
         * How many items a page has; without it, all are on one page
         * @min 1
         * @max 100
         */
        limit?: number;
        /**
         * `next_cursor` of the page before, with the same filters and order; without it, the first page
         * @maxLength 2000
         */
        cursor?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<
        {
          items: {
            /** @format uuid */
            id: string;
            kind: "terms" | "privacy" | "imprint" | "refunds" | "own";
            /**
             * @minLength 1
             * @maxLength 300
             */
            title: string;
            /**
             * @maxLength 100
             * @pattern ^[a-z0-9]+(-[a-z0-9]+)*$
             */
            slug: string;
            /**
             * @min 1
             * @max 99
             */
            footer_position: number | null;
            asks_consent: boolean;
            published_version: number | null;
            has_changes: boolean;
            /** Parts of a starter text that are still in the draft, and keep it from being published */
            starter_parts: string[];
            /**
             * UTC
             * @format date-time
             */
            created_at: string;
            /**
             * UTC
             * @format date-time
             */
            updated_at: string;
          }[];
          /**
           * How many items match, on all pages
           * @min 0
           */
          total: number;
          /** Send it as `cursor` to get the next page; null on the last one */
          next_cursor: string | null;
        },
        ErrorBody
      >({
        path: `/admin/pages`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Admin: site
     * @name PostAdminPages
     * @summary Create a draft with the starter text for its kind
     * @request POST:/admin/pages
     * @secure
     */
    postAdminPages: (
      data: {
        /**
         * The id of what is created, chosen by you. Sent again with the same one, as after a lost response, the request creates nothing more: it returns what the first one created, or gives it the new values. 409 if that would undo a later change, or if the id belongs to something else.
         * @format uuid
         */
        id?: string;
        kind: "terms" | "privacy" | "imprint" | "refunds" | "own";
      },
      params: RequestParams = {},
    ) =>
      this.request<AdminPage, ErrorBody>({
        path: `/admin/pages`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Admin: site
     * @name GetAdminPagesById
     * @summary Get a page with its draft
     * @request GET:/admin/pages/{id}
     * @secure
     */
    getAdminPagesById: (id: string, params: RequestParams = {}) =>
      this.request<AdminPage, ErrorBody>({
        path: `/admin/pages/${encodeURIComponent(id)}`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Admin: site
     * @name PatchAdminPagesById
     * @summary Change the draft; with `updated_at`, only if nobody else has saved since
     * @request PATCH:/admin/pages/{id}
     * @secure
     */
    patchAdminPagesById: (
      id: string,
      data: {
        /**
         * @minLength 1
         * @maxLength 300
         */
        title?: string;
        /**
         * @maxLength 100
         * @pattern ^[a-z0-9]+(-[a-z0-9]+)*$
         */
        slug?: string;
        /** @maxLength 60000 */
        body?: string;
        /**
         * @min 1
         * @max 99
         */
        footer_position?: number | null;
        asks_consent?: boolean;
        /**
         * The `updated_at` that you have read. If someone has saved since, nothing is changed (409); without it, the last save wins.
         * @format date-time
         */
        updated_at?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<AdminPage, ErrorBody>({
        path: `/admin/pages/${encodeURIComponent(id)}`,
        method: "PATCH",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Admin: site
     * @name DeleteAdminPagesById
     * @summary Delete a page that nobody has agreed to
     * @request DELETE:/admin/pages/{id}
     * @secure
     */
    deleteAdminPagesById: (id: string, params: RequestParams = {}) =>
      this.request<void, ErrorBody>({
        path: `/admin/pages/${encodeURIComponent(id)}`,
        method: "DELETE",
        secure: true,
        ...params,
      }),

    /**
     * No description
     *
     * @tags Admin: site
     * @name PostAdminPagesByIdPublish
     * @summary Publish the draft as a new version
     * @request POST:/admin/pages/{id}/publish
     * @secure
     */
    postAdminPagesByIdPublish: (
      id: string,
      data: {
        /**
         * The `updated_at` that you have read. If someone has saved since, nothing is published (409).
         * @format date-time
         */
        updated_at: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<AdminPage, ErrorBody>({
        path: `/admin/pages/${encodeURIComponent(id)}/publish`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Admin: site
     * @name DeleteAdminPagesByIdPublish
     * @summary Unpublish a page; its versions stay
     * @request DELETE:/admin/pages/{id}/publish
     * @secure
     */
    deleteAdminPagesByIdPublish: (id: string, params: RequestParams = {}) =>
      this.request<AdminPage, ErrorBody>({
        path: `/admin/pages/${encodeURIComponent(id)}/publish`,
        method: "DELETE",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Admin: site
     * @name GetAdminPagesByIdVersions
     * @summary List the published versions, newest first
     * @request GET:/admin/pages/{id}/versions
     * @secure
     */
    getAdminPagesByIdVersions: (
      id: string,
      query?: {
        /**
         * How many items a page has; without it, all are on one page
         * @min 1
         * @max 100
         */
        limit?: number;
        /**
         * `next_cursor` of the page before, with the same filters and order; without it, the first page
         * @maxLength 2000
         */
        cursor?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<
        {
          items: PageVersion[];
          /**
           * How many items match, on all pages
           * @min 0
           */
          total: number;
          /** Send it as `cursor` to get the next page; null on the last one */
          next_cursor: string | null;
        },
        ErrorBody
      >({
        path: `/admin/pages/${encodeURIComponent(id)}/versions`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Admin: site
     * @name GetAdminPagesByIdConsents
     * @summary List who agreed to which version, newest first; `q` searches email addresses
     * @request GET:/admin/pages/{id}/consents
     * @secure
     */
    getAdminPagesByIdConsents: (
      id: string,
      query?: {
        /**
         * What to search for
         * @maxLength 200
         */
        q?: string;
        /**
         * How many items a page has
         * @min 1
         * @max 100
         * @default 24
         */
        limit?: number;
        /**
         * `next_cursor` of the page before, with the same filters and order; without it, the first page
         * @maxLength 2000
         */
        cursor?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<
        {
          items: PageConsent[];
          /**
           * How many items match, on all pages
           * @min 0
           */
          total: number;
          /** Send it as `cursor` to get the next page; null on the last one */
          next_cursor: string | null;
        },
        ErrorBody
      >({
        path: `/admin/pages/${encodeURIComponent(id)}/consents`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Admin: site
     * @name GetAdminFirstHour
     * @summary List what the site still needs before it goes live
     * @request GET:/admin/first-hour
     * @secure
     */
    getAdminFirstHour: (params: RequestParams = {}) =>
      this.request<FirstHour, ErrorBody>({
        path: `/admin/first-hour`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Admin: site
     * @name PutAdminFirstHour
     * @summary Hide the steps, or show them again
     * @request PUT:/admin/first-hour
     * @secure
     */
    putAdminFirstHour: (
      data: {
        is_dismissed: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<FirstHour, ErrorBody>({
        path: `/admin/first-hour`,
        method: "PUT",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Admin: site
     * @name GetAdminSettings
     * @summary Get all settings; secrets only as set or not set
     * @request GET:/admin/settings
     * @secure
     */
    getAdminSettings: (params: RequestParams = {}) =>
      this.request<AdminSettings, ErrorBody>({
        path: `/admin/settings`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Admin: site
     * @name PutAdminSettings
     * @summary Change settings; empty values change nothing, null removes a key
     * @request PUT:/admin/settings
     * @secure
     */
    putAdminSettings: (
      data: {
        /** @maxLength 500 */
        stripe_publishable_key?: string | null;
        /** @maxLength 500 */
        stripe_secret_key?: string | null;
        /** @maxLength 500 */
        stripe_webhook_secret?: string | null;
        currency?:
          | "aed"
          | "afn"
          | "all"
          | "amd"
          | "aoa"
          | "ars"
          | "aud"
          | "awg"
          | "azn"
          | "bam"
          | "bbd"
          | "bdt"
          | "bhd"
          | "bif"
          | "bmd"
          | "bnd"
          | "bob"
          | "brl"
          | "bsd"
          | "bwp"
          | "byn"
          | "bzd"
          | "cad"
          | "cdf"
          | "chf"
          | "clp"
          | "cny"
          | "cop"
          | "crc"
          | "cve"
          | "czk"
          | "djf"
          | "dkk"
          | "dop"
          | "dzd"
          | "egp"
          | "etb"
          | "eur"
          | "fjd"
          | "fkp"
          | "gbp"
          | "gel"
          | "gip"
          | "gmd"
          | "gnf"
          | "gtq"
          | "gyd"
          | "hkd"
          | "hnl"
          | "htg"
          | "huf"
          | "idr"
          | "ils"
          | "inr"
          | "isk"
          | "jmd"
          | "jod"
          | "jpy"
          | "kes"
          | "kgs"
          | "khr"
          | "kmf"
          | "krw"
          | "kwd"
          | "kyd"
          | "kzt"
          | "lak"
          | "lbp"
          | "lkr"
          | "lrd"
          | "lsl"
          | "mad"
          | "mdl"
          | "mga"
          | "mkd"
          | "mmk"
          | "mnt"
          | "mop"
          | "mur"
          | "mvr"
          | "mwk"
          | "mxn"
          | "myr"
          | "mzn"
          | "nad"
          | "ngn"
          | "nio"
          | "nok"
          | "npr"
          | "nzd"
          | "omr"
          | "pab"
          | "pen"
          | "pgk"
          | "php"
          | "pkr"
          | "pln"
          | "pyg"
          | "qar"
          | "ron"
          | "rsd"
          | "rub"
          | "rwf"
          | "sar"
          | "sbd"
          | "scr"
          | "sek"
          | "sgd"
          | "shp"
          | "sle"
          | "sos"
          | "srd"
          | "szl"
          | "thb"
          | "tjs"
          | "tnd"
          | "top"
          | "try"
          | "ttd"
          | "twd"
          | "tzs"
          | "uah"
          | "ugx"
          | "usd"
          | "uyu"
          | "uzs"
          | "vnd"
          | "vuv"
          | "wst"
          | "xaf"
          | "xcd"
          | "xcg"
          | "xof"
          | "xpf"
          | "yer"
          | "zar"
          | "zmw";
        tax?: "off" | "automatic";
        tax_behavior?: "exclusive" | "inclusive";
        promotion_codes?: boolean;
        purchase_invoices?: boolean;
        terms_consent?: boolean;
        /** @maxLength 200 */
        open_in?: string;
        /** @maxLength 4000 */
        open_in_own?: string;
        /**
         * @min 100
         * @max 32000
         */
        run_answer_tokens?: number;
        /**
         * @min 0
         * @max 1000000000000
         */
        run_monthly_tokens?: number;
        /**
         * @min 1
         * @max 100
         */
        run_member_percent?: number;
        /**
         * @min 0
         * @max 100
         */
        run_free_percent?: number;
        labs_analytics?: boolean;
        /** @maxLength 60 */
        time_zone?: string;
        signup?: "open" | "invite" | "closed";
        /** @maxLength 2000 */
        signup_domains?: string;
        confirm_email?: boolean;
        email_sign_in?: boolean;
        passkeys?: boolean;
        anonymous_sign_in?: boolean;
        second_factor_for_admins?: boolean;
        new_device_email?: boolean;
        refuse_common_passwords?: boolean;
        ask_about_leaked_passwords?: boolean;
        /**
         * @min 0
         * @max 3650
         */
        session_idle_days?: number;
        /**
         * @min 0
         * @max 3650
         */
        session_days?: number;
        google_sign_in?: boolean;
        /** @maxLength 500 */
        google_client_id?: string;
        github_sign_in?: boolean;
        /** @maxLength 500 */
        github_client_id?: string;
        microsoft_sign_in?: boolean;
        /** @maxLength 500 */
        microsoft_client_id?: string;
        /**
         * @maxLength 500
         * @pattern ^[\w.-]*$
         */
        microsoft_tenant?: string;
        oidc_sign_in?: boolean;
        /** @maxLength 500 */
        oidc_client_id?: string;
        /** @maxLength 500 */
        oidc_name?: string;
        /** @maxLength 500 */
        oidc_issuer?: string;
        /** @maxLength 500 */
        google_client_secret?: string;
        /** @maxLength 500 */
        github_client_secret?: string;
        /** @maxLength 500 */
        microsoft_client_secret?: string;
        /** @maxLength 500 */
        oidc_client_secret?: string;
        /** @maxLength 500 */
        smtp_host?: string | null;
        /**
         * @min 1
         * @max 65535
         */
        smtp_port?: number;
        smtp_security?: "tls" | "starttls" | "none";
        /** @maxLength 500 */
        smtp_user?: string | null;
        /** @maxLength 500 */
        mail_from?: string | null;
        /**
         * @min 1
         * @max 6000
         */
        mail_per_minute?: number;
        /** @maxLength 500 */
        bounce_address?: string | null;
        /** @maxLength 500 */
        llm_base_url?: string | null;
        /** @maxLength 500 */
        llm_model?: string;
        /** @maxLength 500 */
        smtp_password?: string | null;
        /** @maxLength 500 */
        llm_api_key?: string | null;
        /**
         * @min 0
         * @max 90
         */
        past_due_grace_days?: number;
        cancel_refunded_plans?: boolean;
        /** @maxLength 100 */
        site_name?: string;
        /**
         * @maxLength 500
         * @pattern ^(https?:\/\/\S+|\/media\/[\w./-]+)?$
         */
        site_logo?: string;
        site_logo_type?: "icon" | "image";
        site_logo_icon?:
          | "Sparkles"
          | "Zap"
          | "Rocket"
          | "Star"
          | "Crown"
          | "Gem"
          | "Brain"
          | "Target"
          | "CheckCircle";
        support_email?: "" | string;
        /** Confirms a change that was refused with `confirmation_required`, because members would lose what they have with these keys */
        confirm_losses?: boolean;
        /** The values that were read. If someone has changed one of them since, the answer is a conflict */
        expected?: Record<string, any>;
      },
      params: RequestParams = {},
    ) =>
      this.request<SavedSettings, ErrorBody>({
        path: `/admin/settings`,
        method: "PUT",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Admin: site
     * @name PostAdminSettingsTestModel
     * @summary Test the language model by asking it for one word
     * @request POST:/admin/settings/test-model
     * @secure
     */
    postAdminSettingsTestModel: (params: RequestParams = {}) =>
      this.request<
        {
          model: string;
          answer: string;
          milliseconds: number;
        },
        ErrorBody
      >({
        path: `/admin/settings/test-model`,
        method: "POST",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Admin: site
     * @name PostAdminSettingsWebhook
     * @summary Register the site's webhook endpoint at the payment provider, or repair it
     * @request POST:/admin/settings/webhook
     * @secure
     */
    postAdminSettingsWebhook: (params: RequestParams = {}) =>
      this.request<RegisteredWebhook, ErrorBody>({
        path: `/admin/settings/webhook`,
        method: "POST",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Admin: site
     * @name GetAdminSite
     * @summary Get what the public pages say and how they look
     * @request GET:/admin/site
     * @secure
     */
    getAdminSite: (params: RequestParams = {}) =>
      this.request<OwnSite, ErrorBody>({
        path: `/admin/site`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Admin: site
     * @name PutAdminSite
     * @summary Change what the public pages say and how they look; omitted parts stay
     * @request PUT:/admin/site
     * @secure
     */
    putAdminSite: (
      data: {
        hero?: {
          /**
           * @minLength 1
           * @maxLength 200
           */
          headline: string;
          /**
           * @minLength 1
           * @maxLength 5000
           */
          text: string;
        };
        figures?: {
          mode: "written" | "counted" | "off";
          /** @maxLength 40 */
          prompts: string;
          /** @maxLength 40 */
          playbooks: string;
          /** @maxLength 40 */
          users: string;
        };
        specimen?: {
          is_shown: boolean;
          /**
           * @minLength 1
           * @maxLength 200
           */
          title: string;
          /** @maxLength 200 */
          eyebrow: string;
          /**
           * @minLength 1
           * @maxLength 5000
           */
          text: string;
        };
        partners?: {
          is_shown: boolean;
          /** @maxItems 12 */
          groups: string[][];
        };
        benefits?: {
          is_shown: boolean;
          /** @maxItems 30 */
          items: {
            /**
             * @minLength 1
             * @maxLength 200
             */
            title: string;
            /**
             * @minLength 1
             * @maxLength 5000
             */
            text: string;
          }[];
        };
        questions?: {
          is_shown: boolean;
          /** @maxItems 30 */
          items: {
            /**
             * @minLength 1
             * @maxLength 200
             */
            title: string;
            /**
             * @minLength 1
             * @maxLength 5000
             */
            text: string;
          }[];
        };
        footer?: {
          /** @maxItems 12 */
          links: {
            /**
             * @minLength 1
             * @maxLength 60
             */
            label: string;
            /**
             * @maxLength 500
             * @pattern ^(https?:\/\/[^\s/]\S*|mailto:[^\s@]+@[^\s@]+|\/(?![/\\])\S*)$
             */
            address: string;
          }[];
        };
        brand?: {
          /**
           * @minLength 1
           * @maxLength 100
           */
          site_name?: string;
          /** @maxLength 120 */
          site_tagline?: string;
          site_logo_type?: "icon" | "image";
          site_logo_icon?:
            | "Sparkles"
            | "Zap"
            | "Rocket"
            | "Star"
            | "Crown"
            | "Gem"
            | "Brain"
            | "Target"
            | "CheckCircle";
          /**
           * @maxLength 500
           * @pattern ^(https?:\/\/\S+|\/media\/[\w./-]+)?$
           */
          site_logo?: string;
          /** @maxLength 500 */
          site_favicon?: string;
          /** @pattern ^(#[0-9a-f]{6})?$ */
          site_accent?: string;
        };
        /** The values that were read. If someone has changed one of them since, the answer is a conflict */
        expected?: Record<string, any>;
      },
      params: RequestParams = {},
    ) =>
      this.request<OwnSite, ErrorBody>({
        path: `/admin/site`,
        method: "PUT",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Admin: figures and audit log
     * @name GetAdminAudit
     * @summary List the audit log, newest first
     * @request GET:/admin/audit
     * @secure
     */
    getAdminAudit: (
      query?: {
        /**
         * Part of the email address of an actor
         * @maxLength 200
         */
        q?: string;
        /**
         * How many items a page has
         * @min 1
         * @max 100
         * @default 24
         */
        limit?: number;
        /**
         * `next_cursor` of the page before, with the same filters and order; without it, the first page
         * @maxLength 2000
         */
        cursor?: string;
        /**
         * One of `areas`
         * @maxLength 60
         */
        area?: string;
        /**
         * The id of the target
         * @maxLength 100
         */
        target?: string;
        /**
         * The earliest time
         * @format date-time
         */
        from?: string;
        /**
         * The time before which entries are listed
         * @format date-time
         */
        until?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<
        {
          items: AuditEntry[];
          /**
           * How many items match, on all pages
           * @min 0
           */
          total: number;
          /** Send it as `cursor` to get the next page; null on the last one */
          next_cursor: string | null;
          /** All areas that have entries */
          areas: string[];
        },
        ErrorBody
      >({
        path: `/admin/audit`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Admin: figures and audit log
     * @name GetAdminAuditExport
     * @summary Export the audit log as CSV, newest first
     * @request GET:/admin/audit/export
     * @secure
     */
    getAdminAuditExport: (
      query?: {
        /**
         * Part of the email address of an actor
         * @maxLength 200
         */
        q?: string;
        /**
         * One of `areas`
         * @maxLength 60
         */
        area?: string;
        /**
         * The id of the target
         * @maxLength 100
         */
        target?: string;
        /**
         * The earliest time
         * @format date-time
         */
        from?: string;
        /**
         * The time before which entries are listed
         * @format date-time
         */
        until?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<string, ErrorBody>({
        path: `/admin/audit/export`,
        method: "GET",
        query: query,
        secure: true,
        format: "text",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Admin: figures and audit log
     * @name GetAdminFiguresSummary
     * @summary Get the key figures
     * @request GET:/admin/figures/summary
     * @secure
     */
    getAdminFiguresSummary: (params: RequestParams = {}) =>
      this.request<FigureSummary, ErrorBody>({
        path: `/admin/figures/summary`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Admin: figures and audit log
     * @name GetAdminFigures
     * @summary Get figures by day, week or month; the last 30 days, 26 weeks or 12 months by default
     * @request GET:/admin/figures
     * @secure
     */
    getAdminFigures: (
      query?: {
        /** @default "day" */
        unit?: "day" | "week" | "month";
        /**
         * In the site's time zone
         * @format date
         */
        from?: string;
        /**
         * In the site's time zone
         * @format date
         */
        to?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<Figures, ErrorBody>({
        path: `/admin/figures`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),
  };
  export = {
    /**
     * @description A key needs the scope `catalog:write`.
     *
     * @tags Admin: import and export
     * @name GetExport
     * @summary Export the whole library, in the format that the import reads
     * @request GET:/export
     * @secure
     */
    getExport: (params: RequestParams = {}) =>
      this.request<LibraryExport, ErrorBody>({
        path: `/export`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),
  };
}
