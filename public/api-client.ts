export interface ItemPublishedEvent {
  type: "item.published";
  /** @format date-time */
  timestamp: string;
  data:
    | {
        kind: "prompt";
        /** @format uuid */
        id: string;
        slug: string;
        /** @format uri */
        url: string;
        title: string;
        description: string;
        category: string;
        tags: string[];
        tier_access: number;
        /** @format date-time */
        created_at: string;
        /** @format date-time */
        updated_at: string;
        prompt_type: "Text" | "Image" | "Audio" | "Video" | "Agent";
        difficulty: "beginner" | "intermediate" | "advanced";
      }
    | {
        kind: "playbook";
        /** @format uuid */
        id: string;
        slug: string;
        /** @format uri */
        url: string;
        title: string;
        description: string;
        category: string;
        tags: string[];
        tier_access: number;
        /** @format date-time */
        created_at: string;
        /** @format date-time */
        updated_at: string;
        is_purchasable: boolean;
        price: number;
      };
}

export interface ItemChangedEvent {
  type: "item.changed";
  /** @format date-time */
  timestamp: string;
  data:
    | {
        kind: "prompt";
        /** @format uuid */
        id: string;
        slug: string;
        /** @format uri */
        url: string;
        title: string;
        description: string;
        category: string;
        tags: string[];
        tier_access: number;
        /** @format date-time */
        created_at: string;
        /** @format date-time */
        updated_at: string;
        prompt_type: "Text" | "Image" | "Audio" | "Video" | "Agent";
        difficulty: "beginner" | "intermediate" | "advanced";
      }
    | {
        kind: "playbook";
        /** @format uuid */
        id: string;
        slug: string;
        /** @format uri */
        url: string;
        title: string;
        description: string;
        category: string;
        tags: string[];
        tier_access: number;
        /** @format date-time */
        created_at: string;
        /** @format date-time */
        updated_at: string;
        is_purchasable: boolean;
        price: number;
      };
}

export interface ItemUnpublishedEvent {
  type: "item.unpublished";
  /** @format date-time */
  timestamp: string;
  data: {
    kind: "prompt" | "playbook";
    /** @format uuid */
    id: string;
    slug: string;
    /** @format uri */
    url: string;
  };
}

export interface MemberJoinedEvent {
  type: "member.joined";
  /** @format date-time */
  timestamp: string;
  data: {
    member: {
      /** @format uuid */
      id: string;
      email: string | null;
    };
    /** @format date-time */
    joined_at: string;
  };
}

export interface PlanStartedEvent {
  type: "plan.started";
  /** @format date-time */
  timestamp: string;
  data: {
    member: {
      /** @format uuid */
      id: string;
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
  /** @format date-time */
  timestamp: string;
  data: {
    member: {
      /** @format uuid */
      id: string;
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
    interval?: "month" | "year";
    is_canceled?: boolean;
    /** @format date-time */
    current_period_end?: string;
  };
}

export interface PlanEndedEvent {
  type: "plan.ended";
  /** @format date-time */
  timestamp: string;
  data: {
    member: {
      /** @format uuid */
      id: string;
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
  /** @format date-time */
  timestamp: string;
  data: {
    member: {
      /** @format uuid */
      id: string;
      email: string | null;
    };
    /** @format uuid */
    id: string;
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
  /** @format date-time */
  timestamp: string;
  data: {
    /** @format uuid */
    id: string;
    is_reply: boolean;
    item: {
      kind: "prompt" | "playbook";
      /** @format uuid */
      id: string;
      slug: string;
      /** @format uri */
      url: string;
      title: string;
    };
    author: string | null;
  };
}

export interface WebhookTestEvent {
  type: "webhook.test";
  /** @format date-time */
  timestamp: string;
  data: {
    test: true;
  };
}

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
  site_tagline: string;
  site_favicon: string;
  /** @pattern ^(#[0-9a-f]{6})?$ */
  site_accent: string;
  support_email: string;
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

export interface Error {
  /** For people */
  error: string;
  /**
   * Stable, for programs; new codes can be added.
   * - `bad_request` (400): The request cannot be read, for example because its body is not JSON
   * - `invalid_cursor` (400): The list has not given out this cursor; begin with its first page
   * - `invalid_signature` (400): The signature of an event from the payment provider is wrong
   * - `not_signed_in` (401): The endpoint needs a token or a key
   * - `invalid_token` (401): The token or key is invalid, has expired or was revoked
   * - `payment_declined` (402): The payment was declined; nothing has changed
   * - `forbidden` (403): The account or its plan does not permit this, or the endpoint is closed to keys and programs
   * - `second_factor_required` (403): The session has not proved its second factor yet
   * - `insufficient_scope` (403): The key or program lacks a scope, which the message names
   * - `reauthentication_needed` (403): The session proved its owner too long ago, and has to do so again
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
   * - `email_failed` (502): The mail server did not take the email
   * - `model_failed` (502): The language model did not answer
   * - `payments_unreachable` (502): The payment provider could not be reached
   * - `payments_off` (503): The site takes no payments
   * - `unavailable` (503): Something that the site needs is unavailable; try again
   */
  code: string;
}

export interface Tier {
  /** @format uuid */
  id: string;
  name: string;
  price: number;
  billing_interval: "monthly" | "yearly";
  daily_copy_limit: number;
  reading_counts: boolean;
  daily_run_limit: number;
  trial_days: number;
  access_level: number;
  featured: boolean;
  features: string[];
  shows_first_lines: boolean;
}

export interface Profile {
  /** @format uuid */
  id: string;
  email: string;
  display_name: string | null;
  bio: string | null;
  /** @format date-time */
  created_at: string;
  role: "member" | "editor" | "support" | "admin";
  /** @format uuid */
  tier_id: string | null;
  tier_name: string | null;
  email_notifications: boolean;
  email_news: boolean;
  weekly_digest: boolean;
  email_replies: boolean;
  locale: string | null;
  daily_copy_limit: number;
  copies_left: number | null;
  reading_counts: boolean;
  daily_run_limit: number;
  runs_left: number | null;
  has_password: boolean;
  needs_second_factor: boolean;
  needs_consent: boolean;
  can: {
    administer: boolean;
    edit_catalog: boolean;
    support_members: boolean;
  };
}

export interface AccountDeletion {
  subscriptions: {
    id: string;
    name: string | null;
    amount: number;
    currency: string;
    interval: "month" | "year";
    is_trial: boolean;
    /** @format date-time */
    paid_until: string | null;
    unused_amount: number;
  }[];
  gifts: {
    /** @format uuid */
    id: string;
    plan: string;
    /** @format date-time */
    ends_at: string | null;
  }[];
  playbooks: number;
}

export interface Subscription {
  plan: string;
  price: number;
  billing_cycle: "Monthly" | "Yearly";
  /** @format uuid */
  tier_id: string | null;
  daily_copy_limit: number;
  copies_left: number | null;
  source: "free" | "subscription" | "complimentary" | "gift";
  paid_plan: {
    /** @format uuid */
    tier_id: string;
    name: string;
  };
  gifts: {
    /** @format uuid */
    id: string;
    plan: string;
    months: number | null;
    days: number | null;
    /** @format date-time */
    ends_at: string | null;
  }[];
  status: string | null;
  interval: "month" | "year";
  amount: number | null;
  kept_price: {
    amount: number;
    interval: "month" | "year";
    /** @format date-time */
    until: string | null;
  };
  quantity: number;
  currency: string;
  next_amount: number | null;
  discount: {
    percent_off: number | null;
    amount_off: number | null;
    /** @format date-time */
    until: string | null;
  };
  /** @format date-time */
  next_payment_at: string | null;
  /** @format date-time */
  ends_at: string | null;
  /** @format date-time */
  subscription_ends_at: string | null;
  /** @format date-time */
  trial_end: string | null;
  /** @format date-time */
  grace_until: string | null;
  reversal: {
    reason: "refunded" | "disputed" | "dispute_lost";
    plan: string;
  };
  is_missing: boolean;
  duplicates: {
    id: string;
    plan: string;
    amount: number;
    currency: string;
    interval: "month" | "year";
    /** @format date-time */
    next_payment_at: string | null;
    /** @format date-time */
    ends_at: string | null;
  }[];
  can_try: boolean;
  pending_change: {
    name: string;
    amount: number;
    currency: string;
    interval: "month" | "year";
    /** @format date-time */
    expires_at: string;
  };
  payment_under_way: {
    /** @format uuid */
    tier_id: string;
    name: string;
  };
  lower_amount: number | null;
  trial_refused: boolean;
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
  amount: number;
  currency: string;
  discount: {
    percent_off: number | null;
    amount_off: number | null;
    /** @format date-time */
    until: string | null;
  };
  amount_due: number;
  credit: number;
  /** @format date-time */
  proration_date: string;
  /** @format date-time */
  next_payment_at: string;
  /** @format date-time */
  trial_end: string | null;
  ends_trial: boolean;
  is_other_plan: boolean;
  is_lower_price: boolean;
  resumes: boolean;
}

export interface Checkout {
  status: "open" | "processing" | "complete" | "expired";
  name: string;
  path: string;
  is_trial_refused: boolean;
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
    /** @format date-time */
    used_at: string;
  }[];
  /** @min 0 */
  total: number;
  next_cursor: string | null;
}

export interface SavedValues {
  items: SavedValue[];
  /** @min 0 */
  total: number;
  next_cursor: string | null;
}

export interface SavedValue {
  name: string;
  value: string;
  /** @format date-time */
  updated_at: string;
}

export interface PromptList {
  items: PromptCard[];
  /** @min 0 */
  total: number;
  next_cursor: string | null;
  total_is_exact: boolean;
  corrected_q: string | null;
}

export interface PromptCard {
  /** @format uuid */
  id: string;
  slug: string;
  title: string;
  description: string;
  category: string;
  tags: string[];
  tier_access: number;
  view_count: number;
  vote_count: number;
  /** @format date-time */
  created_at: string;
  is_upvoted: boolean;
  is_favorited: boolean;
  prompt_type: "Text" | "Image" | "Audio" | "Video" | "Agent";
  difficulty: "beginner" | "intermediate" | "advanced";
  preview_image_url: string | null;
  can: {
    read: boolean;
  };
}

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
  /** @format date-time */
  updated_at: string;
  model_context: string;
  use_cases: string[];
  example_output: string;
  example_output_is_cut: boolean;
  prompt_body: string | null;
  version: number;
  /** @format date-time */
  version_at: string;
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
  preview: {
    words: number;
    blanks: number;
    first_lines: string | null;
  };
};

export interface PromptCopy {
  prompt_body: string;
  text: string;
  version: number;
  copies_left: number | null;
}

export interface PromptResults {
  items: PromptResult[];
  /** @min 0 */
  total: number;
  next_cursor: string | null;
}

export interface PromptResult {
  /** @format uuid */
  id: string;
  title: string;
  version: number;
  model: string;
  result: string;
  /** @format date-time */
  created_at: string;
}

export interface PromptOutcomes {
  version: number;
  models: {
    model: string;
    worked: number;
    total: number;
    /** @format date-time */
    last_confirmed_at: string | null;
  }[];
  mine: {
    worked: boolean;
    model: string;
    note: string;
  };
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

export interface PromptVersions {
  items: {
    number: number;
    /** @format date-time */
    saved_at: string;
    is_current: boolean;
  }[];
  /** @min 0 */
  total: number;
  next_cursor: string | null;
}

export interface PromptVersion {
  number: number;
  /** @format date-time */
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
  /** @min 0 */
  total: number;
  next_cursor: string | null;
  total_is_exact: boolean;
  corrected_q: string | null;
}

export interface PlaybookCard {
  /** @format uuid */
  id: string;
  slug: string;
  title: string;
  description: string;
  category: string;
  tags: string[];
  tier_access: number;
  view_count: number;
  vote_count: number;
  /** @format date-time */
  created_at: string;
  is_upvoted: boolean;
  is_favorited: boolean;
  image_url: string | null;
  is_purchasable: boolean;
  price: number;
  step_count: number;
  can: {
    read: boolean;
  };
}

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
  /** @format date-time */
  updated_at: string;
  version: number;
  /** @format date-time */
  version_at: string;
  steps: PlaybookStep[];
  preview: {
    title: string;
    prompt_count: number;
  }[];
  is_purchased: boolean;
  daily_limit_reached: boolean;
  position: number | null;
};

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

export interface PlaybookRun {
  /** @format uuid */
  id: string;
  name: string;
  playbook: {
    slug: string;
    title: string;
    version: number;
  };
  version: number;
  /** @format date-time */
  created_at: string;
  /** @format date-time */
  updated_at: string;
  values: Record<string, string>;
  steps: {
    done: boolean;
    result: string;
    /** @format date-time */
    updated_at: string | null;
  }[];
}

export interface PlaybookRunItem {
  /** @format uuid */
  id: string;
  name: string;
  playbook: {
    slug: string;
    title: string;
    version: number;
  };
  version: number;
  /** @format date-time */
  created_at: string;
  /** @format date-time */
  updated_at: string;
  done_count: number;
  step_count: number;
}

export interface SavedRunStep {
  done: boolean;
  result: string;
  /** @format date-time */
  updated_at: string | null;
  is_merged: boolean;
}

export interface VoteState {
  is_upvoted: boolean;
  vote_count: number;
}

export interface CommentList {
  items: Comment[];
  /** @min 0 */
  total: number;
  next_cursor: string | null;
}

export interface Comment {
  /** @format uuid */
  id: string;
  /** @format uuid */
  parent_id: string | null;
  /** @format uuid */
  root_id: string | null;
  author: string | null;
  is_admin: boolean;
  body: string | null;
  status: "visible" | "held" | "hidden" | "deleted";
  is_reported: boolean;
  is_edited: boolean;
  /** @format date-time */
  created_at: string;
  /** @format date-time */
  updated_at: string;
  can: {
    edit: boolean;
    reply: boolean;
    hide: boolean;
    report: boolean;
  };
  more_replies: string | null;
}

export interface ReplyList {
  items: Comment[];
  /** @min 0 */
  total: number;
  next_cursor: string | null;
}

export interface FavoriteState {
  is_favorited: boolean;
  favorite_count: number;
}

export interface CollectionInList {
  /** @format uuid */
  id: string;
  name: string;
  note: string;
  /** @format date-time */
  created_at: string;
  /** @format date-time */
  updated_at: string;
  /** @format uuid */
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
  /** @format date-time */
  created_at: string;
  /** @format date-time */
  updated_at: string;
  /** @format uuid */
  link: string | null;
  items: CollectionItem[];
  hidden_count: number;
}

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
  /** @format date-time */
  added_at: string;
  can: {
    read: boolean;
  };
}

export interface SharedCollection {
  name: string;
  note: string;
  /** @format date-time */
  created_at: string;
  /** @format date-time */
  updated_at: string;
  items: CollectionItem[];
  hidden_count: number;
  shared_by: string | null;
  is_own: boolean;
}

export interface LibraryExport {
  prompts: Record<string, any>[];
  playbooks: Record<string, any>[];
}

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
  restored: number;
  kept: number;
  /** @format date-time */
  created_at: string;
}

export interface History {
  items: HistoryEntry[];
  /** @min 0 */
  total: number;
  next_cursor: string | null;
}

export interface HistoryEntry {
  /** @format uuid */
  id: string;
  action: "viewed" | "copied" | "ran";
  /** @format date-time */
  at: string;
  target_type: "prompt" | "playbook";
  slug: string;
  title: string;
  place: {
    step: number;
    prompt: number;
  };
  /** @format uuid */
  run_id: string | null;
  has_text: boolean;
  is_changed: boolean;
  can: {
    read: boolean;
  };
}

export interface HistoryEntryWithText {
  /** @format uuid */
  id: string;
  action: "viewed" | "copied" | "ran";
  /** @format date-time */
  at: string;
  target_type: "prompt" | "playbook";
  slug: string;
  title: string;
  place: {
    step: number;
    prompt: number;
  };
  /** @format uuid */
  run_id: string | null;
  has_text: boolean;
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
  prompt: {
    slug: string;
    title: string;
  };
  is_original_changed: boolean;
  /** @format date-time */
  created_at: string;
  /** @format date-time */
  updated_at: string;
}

export interface MyVersion {
  /** @format uuid */
  id: string;
  name: string;
  prompt: {
    slug: string;
    title: string;
  };
  is_original_changed: boolean;
  /** @format date-time */
  created_at: string;
  /** @format date-time */
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

export interface MyVersionMerge {
  version: number;
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

export interface SandboxCheckout {
  name: string;
  amount: number;
  currency: string;
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
  credit: number;
  due: number;
  terms_consent: boolean;
  interval: "month" | "year";
  trial_days: number;
  status: "open" | "complete" | "expired";
  cancel_url: string;
}

export interface Gift {
  code: string;
  plan: string;
  features: string[];
  months: number | null;
  days: number | null;
  /** @format date-time */
  redeem_by: string | null;
  status: "open" | "yours" | "taken" | "expired" | "revoked";
  starts: "now" | "later";
  current_plan: string | null;
  /** @format date-time */
  ends_at: string | null;
  has_ended: boolean;
  paid_plan: string | null;
  is_paying: boolean;
}

export interface AdminGift {
  /** @format uuid */
  id: string;
  code: string;
  plan: string | null;
  months: number | null;
  days: number | null;
  note: string;
  /** @format date-time */
  redeem_by: string | null;
  status: "open" | "expired" | "waiting" | "running" | "over" | "revoked";
  redeemed_by: string | null;
  /** @format date-time */
  redeemed_at: string | null;
  /** @format date-time */
  ends_at: string | null;
  /** @format date-time */
  created_at: string;
}

export interface OfferQuote {
  code: string;
  percent_off: number | null;
  amount_off: number | null;
  currency: string;
  duration: "once" | "repeating" | "forever";
  duration_months: number | null;
  /** @format date-time */
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
  /** @format date-time */
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
  currency: string | null;
  redemptions: number;
  held: number;
  given: number;
  link_path: string | null;
  has_ended: boolean;
  /** @format date-time */
  created_at: string;
  /** @format date-time */
  updated_at: string;
}

export interface ApiKey {
  /** @format uuid */
  id: string;
  name: string;
  hint: string;
  scopes: (
    | "library:read"
    | "library:copy"
    | "engagement:write"
    | "runs:write"
    | "catalog:write"
  )[];
  /** @format date-time */
  created_at: string;
  /** @format date-time */
  expires_at: string | null;
  has_expired: boolean;
  /** @format date-time */
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
  /** @format date-time */
  published_at: string;
}

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
  starter_parts: string[];
  /** @format date-time */
  created_at: string;
  /** @format date-time */
  updated_at: string;
}

export interface PageVersion {
  version: number;
  title: string;
  body: string;
  /** @format date-time */
  published_at: string;
  consents: number;
}

export interface PageConsent {
  id: number;
  email: string;
  version: number;
  place: "signup" | "checkout";
  /** @format date-time */
  agreed_at: string;
}

export interface PlaybookVersions {
  items: {
    number: number;
    /** @format date-time */
    saved_at: string;
    is_current: boolean;
  }[];
  /** @min 0 */
  total: number;
  next_cursor: string | null;
}

export interface PlaybookVersion {
  number: number;
  /** @format date-time */
  saved_at: string;
  is_current: boolean;
  description: string;
  steps: PlaybookStep[];
  difference?: {
    kind: "same" | "added" | "removed";
    text: string;
  }[];
}

export interface AdminPlaybook {
  /** @format uuid */
  id: string;
  slug: string;
  title: string;
  description: string;
  category: string;
  tags: string[];
  status: "draft" | "published";
  tier_access: number;
  is_purchasable: boolean;
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
  /** @format date-time */
  created_at: string;
  /** @format date-time */
  updated_at: string;
  /** @format date-time */
  publish_at: string | null;
  /** @format date-time */
  deleted_at: string | null;
}

export interface Connection {
  id: string;
  name: string;
  host: string;
  scopes: (
    | "library:read"
    | "library:copy"
    | "engagement:write"
    | "runs:write"
    | "catalog:write"
  )[];
  /** @format date-time */
  created_at: string;
  /** @format date-time */
  last_used_at: string | null;
}

export interface ConnectionRequest {
  name: string;
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
  /** @format date-time */
  failing_since: string | null;
  /** @format date-time */
  gave_up_at: string | null;
  /** @format date-time */
  former_until: string | null;
  /** @format date-time */
  created_at: string;
  /** @format date-time */
  updated_at: string;
}

export type WebhookWithSecret = Webhook & {
  secret: string;
};

export interface WebhookDeliveries {
  items: WebhookDelivery[];
  /** @min 0 */
  total: number;
  next_cursor: string | null;
}

export interface WebhookDelivery {
  /** @format uuid */
  id: string;
  /** @format uuid */
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
  /** @format date-time */
  created_at: string;
  /** @format date-time */
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
  /** @format date-time */
  send_at: string | null;
  /** @format date-time */
  started_at: string | null;
  /** @format date-time */
  finished_at: string | null;
  problem: string | null;
  opens: number;
  /** @format date */
  week: string | null;
  progress: {
    total: number;
    waiting: number;
    sent: number;
    refused: number;
    failed: number;
    left_out: number;
    bounced: number;
    repeated: number;
  };
  /** @format date-time */
  created_at: string;
  /** @format date-time */
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

export interface MailingAudience {
  recipients: number;
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
  /** @format date-time */
  bounced_at: string;
}

export interface MailingRecipient {
  /** @format uuid */
  id: string;
  email: string | null;
  status: "sent" | "refused" | "failed" | "left-out";
  is_bounced: boolean;
  reason: string | null;
  /** @format date-time */
  done_at: string | null;
}

export interface Session {
  /** @format uuid */
  id: string;
  browser: string;
  system: string;
  address: string | null;
  /** @format date-time */
  created_at: string;
  /** @format date-time */
  last_used_at: string;
  is_current: boolean;
}

export interface AdminMember {
  /** @format uuid */
  id: string;
  email: string;
  display_name: string | null;
  role: "member" | "editor" | "support" | "admin";
  /** @format date-time */
  created_at: string;
  is_confirmed: boolean;
  is_proved: boolean;
  email_notifications: boolean;
  locale: string | null;
  suspension: {
    /** @format date-time */
    until: string | null;
    note: string | null;
  };
  sign_in: {
    has_password: boolean;
    has_second_factor: boolean;
    providers: string[];
    devices: number;
    /** @format date-time */
    last_used_at: string | null;
  };
  plan: {
    name: string;
    source: "free" | "subscription" | "complimentary" | "gift";
    status: string | null;
    paid_plan: {
      /** @format uuid */
      tier_id: string;
      name: string;
    };
    amount: number | null;
    currency: string;
    interval: "month" | "year";
    /** @format date-time */
    next_payment_at: string | null;
    /** @format date-time */
    ends_at: string | null;
    /** @format date-time */
    subscription_ends_at: string | null;
    gifts: {
      /** @format uuid */
      id: string;
      plan: string;
      months: number | null;
      days: number | null;
      /** @format date-time */
      ends_at: string | null;
    }[];
  };
  complimentary: {
    /** @format uuid */
    tier_id: string;
    name: string;
    /** @format date-time */
    until: string | null;
  };
  payments: {
    kind: "plan" | "playbook";
    name: string | null;
    amount: number;
    refunded_amount: number;
    currency: string;
    status: "paid" | "open" | "refunded" | "disputed";
    mode: "sandbox" | "test" | "live";
    /** @format date-time */
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
      /** @format date-time */
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

export type AdminMemberWithEmail = AdminMember & {
  is_in_outbox: boolean;
};

export interface AuditEntry {
  /** @format uuid */
  id: string;
  /** @format date-time */
  created_at: string;
  actor_kind: "person" | "key" | "service" | "command";
  /** @format uuid */
  actor_id: string | null;
  actor_role: string | null;
  actor_email: string | null;
  action: string;
  area: string;
  target_id: string | null;
  target: string | null;
  target_name: string | null;
  fields: string[];
  details: Record<string, string | number | boolean | null>;
  request_id: string | null;
}

export interface ModeratedComment {
  /** @format uuid */
  id: string;
  body: string;
  status: "visible" | "held" | "hidden";
  held_for: "word" | "link";
  /** @format date-time */
  created_at: string;
  /** @format date-time */
  updated_at: string;
  /** @format date-time */
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
  reports: {
    reason: "spam" | "abuse" | "off_topic" | "other";
    note: string;
    reporter: string;
    /** @format date-time */
    created_at: string;
  }[];
  report_count: number;
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
  paying: number | null;
  /** In the currency's minor unit */
  recurring: number | null;
  trials: number | null;
  trials_ending: number | null;
  currency: string;
  joined: number;
  copied: number;
  /** In the currency's minor unit */
  revenue: number | null;
}

export interface Figures {
  unit: "day" | "week" | "month";
  /** @format date */
  from: string;
  /** @format date */
  to: string;
  /** @format date */
  today: string;
  time_zone: string;
  now: {
    members: number;
    paying: number | null;
    /** In the currency's minor unit */
    recurring: number | null;
    trials: number | null;
    trials_ending: number | null;
    currency: string;
  };
  churn: {
    paying_before: number;
    lost: number;
  };
  first_copies: {
    joined: number;
    hour: number;
    day: number;
    week: number;
    ever: number;
  };
  series: {
    /** @format date */
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
  earlier_names: string[];
  prompts: number;
  playbooks: number;
  published: number;
  is_unused: boolean;
  /** @format date-time */
  updated_at: string;
}

export interface AdminUser {
  /** @format uuid */
  id: string;
  email: string;
  role: "member" | "editor" | "support" | "admin";
  tier_name: string | null;
  /** @format date-time */
  created_at: string;
}

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
  tier_access: number;
  difficulty: "beginner" | "intermediate" | "advanced";
  tags: string[];
  preview_image_url: string | null;
  author: string | null;
  view_count: number;
  vote_count: number;
  /** @format date-time */
  created_at: string;
  /** @format date-time */
  updated_at: string;
  /** @format date-time */
  publish_at: string | null;
  /** @format date-time */
  deleted_at: string | null;
}

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
  /** @format date-time */
  created_at: string;
  /** @format date-time */
  updated_at: string;
  /** @format date-time */
  publish_at: string | null;
  /** @format date-time */
  deleted_at: string | null;
}

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
   * The id of what is created. Sent again with the same one, as after a lost answer, the request creates nothing more.
   * @format uuid
   */
  id?: string;
}

export interface BulkChange {
  /**
   * @maxItems 500
   * @minItems 1
   */
  ids?: string[];
  matching?: {
    /** @maxLength 200 */
    q?: string;
    status?: "draft" | "published" | "scheduled" | "trash";
    type?: "Text" | "Image" | "Audio" | "Video" | "Agent";
    /** @maxLength 200 */
    category?: string;
    /**
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

export interface AdminPlaybookRow {
  /** @format uuid */
  id: string;
  slug: string;
  title: string;
  description: string;
  category: string;
  tags: string[];
  status: "draft" | "published";
  tier_access: number;
  is_purchasable: boolean;
  price: number;
  image_url: string | null;
  step_count: number;
  unlocks_level: number | null;
  /** @format date-time */
  created_at: string;
  /** @format date-time */
  updated_at: string;
  /** @format date-time */
  publish_at: string | null;
  /** @format date-time */
  deleted_at: string | null;
}

export type AdminTier = Tier & {
  member_count: number;
  subscriber_count: number;
  gift_count: number;
  /** @format date-time */
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
  outbox_is_used: boolean;
  is_sender_missing: boolean;
  payments: "off" | "sandbox" | "test" | "live";
  backups: {
    is_on: boolean;
    /** @format date-time */
    newest_at: string | null;
    is_late: boolean;
  };
}

export interface Outbox {
  items: {
    id: string;
    /** @format date-time */
    sent_at: string;
    to: string;
    subject: string;
  }[];
  /** @min 0 */
  total: number;
  next_cursor: string | null;
  is_used: boolean;
}

export interface BillingWarnings {
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
  missing: number;
  failing_events: number;
}

export type AdminSettings = PublicSettings & {
  promotion_codes: boolean;
  purchase_invoices: boolean;
  terms_consent: boolean;
  stripe_secret_key: {
    is_set: boolean;
  };
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
  google_client_secret: {
    is_set: boolean;
  };
  github_client_secret: {
    is_set: boolean;
  };
  microsoft_client_secret: {
    is_set: boolean;
  };
  oidc_client_secret: {
    is_set: boolean;
  };
  sign_in_callback_url: string;
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
  smtp_password: {
    is_set: boolean;
  };
  llm_api_key: {
    is_set: boolean;
  };
  fixed: {
    smtp: boolean;
    mail_from: boolean;
    model: boolean;
  };
  has_email_server: boolean;
  sender: string;
  model: {
    name: string | null;
    tokens_this_month: number;
  };
  webhook_url: string;
  payments: PaymentStatus;
};

export interface PaymentStatus {
  mode: "off" | "sandbox" | "test" | "live";
  webhook_events: string[];
  /** @format date-time */
  last_event_at: string | null;
  is_silent: boolean;
  /** @format date-time */
  refused_event_at: string | null;
  has_sales: boolean;
  has_live_sales: boolean;
  has_sandbox: boolean;
}

export type SavedSettings = AdminSettings & {
  is_key_checked: boolean | null;
};

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
  counts: {
    prompts: number;
    playbooks: number;
    users: number;
  };
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

export interface RegisteredWebhook {
  outcome: "created" | "repaired" | "unchanged";
  settings: AdminSettings;
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
  query?: QueryParamsType;
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

      if (!response.ok) throw data;
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
  settings = {
    /**
     * No description
     *
     * @name GetSettings
     * @summary Get the site's public settings
     * @request GET:/settings
     * @secure
     */
    getSettings: (params: RequestParams = {}) =>
      this.request<PublicSettings, Error>({
        path: `/settings`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),
  };
  tiers = {
    /**
     * No description
     *
     * @name GetTiers
     * @summary List plans by access level
     * @request GET:/tiers
     * @secure
     */
    getTiers: (
      query?: {
        /**
         * @min 1
         * @max 100
         */
        limit?: number;
        /** @maxLength 2000 */
        cursor?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<
        {
          items: Tier[];
          /** @min 0 */
          total: number;
          next_cursor: string | null;
        },
        Error
      >({
        path: `/tiers`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),
  };
  categories = {
    /**
     * No description
     *
     * @name GetCategories
     * @summary List the categories of published prompts and playbooks
     * @request GET:/categories
     * @secure
     */
    getCategories: (params: RequestParams = {}) =>
      this.request<
        {
          prompts: {
            name: string;
            slug: string;
            count: number;
          }[];
          playbooks: {
            name: string;
            slug: string;
            count: number;
          }[];
          renamed: Record<string, string>;
        },
        Error
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
        Error
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
     * @name GetByCollectionBySlugDownload
     * @summary Download a prompt or playbook as Markdown, as JSON for the import, or as a zipped agent skill; counts as a copy
     * @request GET:/{collection}/{slug}/download
     * @secure
     */
    getByCollectionBySlugDownload: (
      collection: "prompts" | "playbooks",
      slug: string,
      query?: {
        /** @default "markdown" */
        format?: "markdown" | "json" | "skill";
      },
      params: RequestParams = {},
    ) =>
      this.request<Blob, Error>({
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
      this.request<VoteState, Error>({
        path: `/${encodeURIComponent(collection)}/${encodeURIComponent(slug)}/vote`,
        method: "PUT",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description A key needs the scope `engagement:write`.
     *
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
      this.request<VoteState, Error>({
        path: `/${encodeURIComponent(collection)}/${encodeURIComponent(slug)}/vote`,
        method: "DELETE",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description A key needs the scope `library:read`.
     *
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
         * @min 1
         * @max 100
         * @default 24
         */
        limit?: number;
        /** @maxLength 2000 */
        cursor?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<CommentList, Error>({
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
         * The id of what is created. Sent again with the same one, as after a lost answer, the request creates nothing more.
         * @format uuid
         */
        id?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<Comment, Error>({
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
         * @min 1
         * @max 100
         * @default 24
         */
        limit?: number;
        /** @maxLength 2000 */
        cursor?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<ReplyList, Error>({
        path: `/${encodeURIComponent(collection)}/${encodeURIComponent(slug)}/comments/${encodeURIComponent(id)}/replies`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description A key needs the scope `engagement:write`.
     *
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
      this.request<FavoriteState, Error>({
        path: `/${encodeURIComponent(collection)}/${encodeURIComponent(slug)}/favorite`,
        method: "PUT",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description A key needs the scope `engagement:write`.
     *
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
      this.request<FavoriteState, Error>({
        path: `/${encodeURIComponent(collection)}/${encodeURIComponent(slug)}/favorite`,
        method: "DELETE",
        secure: true,
        format: "json",
        ...params,
      }),
  };
  profile = {
    /**
     * No description
     *
     * @name GetProfile
     * @summary Get my profile
     * @request GET:/profile
     * @secure
     */
    getProfile: (params: RequestParams = {}) =>
      this.request<Profile, Error>({
        path: `/profile`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
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
      this.request<Profile, Error>({
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
        Error
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
     * @name GetProfileDeletion
     * @summary Get what deleting my account would end
     * @request GET:/profile/deletion
     * @secure
     */
    getProfileDeletion: (params: RequestParams = {}) =>
      this.request<AccountDeletion, Error>({
        path: `/profile/deletion`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
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
            /** @format date-time */
            created_at: string;
            tier_name: string | null;
            locale: string | null;
            email_notifications: boolean;
            email_news: boolean;
            weekly_digest: boolean;
            email_replies: boolean;
            /** @format date-time */
            email_bounced_at: string | null;
            email_bounce_reason: string | null;
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
        Error
      >({
        path: `/profile/export`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),
  };
  subscription = {
    /**
     * No description
     *
     * @name GetSubscription
     * @summary Get my plan
     * @request GET:/subscription
     * @secure
     */
    getSubscription: (params: RequestParams = {}) =>
      this.request<Subscription, Error>({
        path: `/subscription`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @name GetSubscriptionChange
     * @summary Preview what a change of my plan would cost now
     * @request GET:/subscription/change
     * @secure
     */
    getSubscriptionChange: (
      query: {
        /** @format uuid */
        tier: string;
        /** @default "month" */
        interval?: "month" | "year";
      },
      params: RequestParams = {},
    ) =>
      this.request<ChangePreview, Error>({
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
        /** @format date-time */
        proration_date: string;
        amount_due: number;
        agreed_to?: Record<string, number>;
      },
      params: RequestParams = {},
    ) =>
      this.request<Subscription, Error>({
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
     * @name PostSubscriptionCancel
     * @summary Cancel my plan at the end of the paid period, or at once if it is on hold
     * @request POST:/subscription/cancel
     * @secure
     */
    postSubscriptionCancel: (params: RequestParams = {}) =>
      this.request<Subscription, Error>({
        path: `/subscription/cancel`,
        method: "POST",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @name PostSubscriptionResume
     * @summary Resume my canceled plan
     * @request POST:/subscription/resume
     * @secure
     */
    postSubscriptionResume: (params: RequestParams = {}) =>
      this.request<Subscription, Error>({
        path: `/subscription/resume`,
        method: "POST",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
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
        Error
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
     * @name GetCheckoutsById
     * @summary Get the state of my checkout
     * @request GET:/checkouts/{id}
     * @secure
     */
    getCheckoutsById: (id: string, params: RequestParams = {}) =>
      this.request<Checkout, Error>({
        path: `/checkouts/${encodeURIComponent(id)}`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),
  };
  stats = {
    /**
     * No description
     *
     * @name GetStats
     * @summary Get the numbers for the dashboard
     * @request GET:/stats
     * @secure
     */
    getStats: (params: RequestParams = {}) =>
      this.request<Stats, Error>({
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
     * @name GetRecent
     * @summary List the prompts and playbooks that I last copied from, if I can still open them
     * @request GET:/recent
     * @secure
     */
    getRecent: (
      query?: {
        /**
         * @min 1
         * @max 100
         */
        limit?: number;
        /** @maxLength 2000 */
        cursor?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<RecentItems, Error>({
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
     * @name GetValues
     * @summary List the values that I have filled into blanks
     * @request GET:/values
     * @secure
     */
    getValues: (
      query?: {
        /**
         * @min 1
         * @max 100
         */
        limit?: number;
        /** @maxLength 2000 */
        cursor?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<SavedValues, Error>({
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
      this.request<SavedValues, Error>({
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
      this.request<SavedValues, Error>({
        path: `/values`,
        method: "DELETE",
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
     * @name GetPrompts
     * @summary List published prompts
     * @request GET:/prompts
     * @secure
     */
    getPrompts: (
      query?: {
        /** @maxLength 200 */
        q?: string;
        /** @maxLength 200 */
        category?: string;
        sort?: "best" | "newest" | "popular" | "rating";
        favorites?: boolean;
        /**
         * @min 1
         * @max 100
         * @default 24
         */
        limit?: number;
        /** @maxLength 2000 */
        cursor?: string;
        type?: "Text" | "Image" | "Audio" | "Video" | "Agent";
        difficulty?: "beginner" | "intermediate" | "advanced";
      },
      params: RequestParams = {},
    ) =>
      this.request<PromptList, Error>({
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
     * @name GetPromptsBySlug
     * @summary Get a prompt, as far as I can read it
     * @request GET:/prompts/{slug}
     * @secure
     */
    getPromptsBySlug: (slug: string, params: RequestParams = {}) =>
      this.request<Prompt, Error>({
        path: `/prompts/${encodeURIComponent(slug)}`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description A key needs the scope `library:copy`.
     *
     * @name PostPromptsBySlugCopies
     * @summary Copy a prompt: records the copy, and returns the body and the text with its blanks filled in
     * @request POST:/prompts/{slug}/copies
     * @secure
     */
    postPromptsBySlugCopies: (
      slug: string,
      data?: {
        values?: Record<string, string>;
      },
      params: RequestParams = {},
    ) =>
      this.request<PromptCopy, Error>({
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
      this.request<null, Error>({
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
     * @name GetPromptsBySlugResults
     * @summary List my saved answers to a prompt, latest first; a page of long ones ends early
     * @request GET:/prompts/{slug}/results
     * @secure
     */
    getPromptsBySlugResults: (
      slug: string,
      query?: {
        /**
         * @min 1
         * @max 100
         * @default 24
         */
        limit?: number;
        /** @maxLength 2000 */
        cursor?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<PromptResults, Error>({
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
     * @name PostPromptsBySlugResults
     * @summary Save an answer to a prompt that I can read
     * @request POST:/prompts/{slug}/results
     * @secure
     */
    postPromptsBySlugResults: (
      slug: string,
      data: {
        /**
         * The id of what is created. Sent again with the same one, as after a lost answer, the request creates nothing more.
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
      this.request<PromptResult, Error>({
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
     * @name GetPromptsBySlugOutcomes
     * @summary Get which models the current version of a prompt has worked with
     * @request GET:/prompts/{slug}/outcomes
     * @secure
     */
    getPromptsBySlugOutcomes: (slug: string, params: RequestParams = {}) =>
      this.request<PromptOutcomes, Error>({
        path: `/prompts/${encodeURIComponent(slug)}/outcomes`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
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
         * @min 1
         * @max 2147483647
         */
        version: number;
      },
      params: RequestParams = {},
    ) =>
      this.request<PromptOutcomes, Error>({
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
     * @name DeletePromptsBySlugOutcomes
     * @summary Remove my answer about the current version
     * @request DELETE:/prompts/{slug}/outcomes
     * @secure
     */
    deletePromptsBySlugOutcomes: (slug: string, params: RequestParams = {}) =>
      this.request<PromptOutcomes, Error>({
        path: `/prompts/${encodeURIComponent(slug)}/outcomes`,
        method: "DELETE",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description A key needs the scope `library:read`.
     *
     * @name GetPromptsBySlugVersions
     * @summary List when the published text of a prompt was changed
     * @request GET:/prompts/{slug}/versions
     * @secure
     */
    getPromptsBySlugVersions: (
      slug: string,
      query?: {
        /**
         * @min 1
         * @max 100
         * @default 24
         */
        limit?: number;
        /** @maxLength 2000 */
        cursor?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<PromptVersions, Error>({
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
      this.request<PromptVersion, Error>({
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
      this.request<null, Error>({
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
     * @name GetPlaybooks
     * @summary List published playbooks
     * @request GET:/playbooks
     * @secure
     */
    getPlaybooks: (
      query?: {
        /** @maxLength 200 */
        q?: string;
        /** @maxLength 200 */
        category?: string;
        sort?: "best" | "newest" | "popular" | "rating";
        favorites?: boolean;
        /**
         * @min 1
         * @max 100
         * @default 24
         */
        limit?: number;
        /** @maxLength 2000 */
        cursor?: string;
        purchased?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<PlaybookList, Error>({
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
     * @name GetPlaybooksBySlug
     * @summary Get a playbook, as far as I can read it
     * @request GET:/playbooks/{slug}
     * @secure
     */
    getPlaybooksBySlug: (slug: string, params: RequestParams = {}) =>
      this.request<Playbook, Error>({
        path: `/playbooks/${encodeURIComponent(slug)}`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description A key needs the scopes `library:copy` and `library:read`.
     *
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
         * @min 1
         * @max 2147483647
         */
        version?: number;
      },
      data?: {
        values?: Record<string, string>;
      },
      params: RequestParams = {},
    ) =>
      this.request<
        {
          prompt_body: string;
          copies_left: number | null;
        },
        Error
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
        Error
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
     * @name PostPlaybooksBySlugRuns
     * @summary Start a run of a playbook that I can read
     * @request POST:/playbooks/{slug}/runs
     * @secure
     */
    postPlaybooksBySlugRuns: (
      slug: string,
      data?: {
        /**
         * The id of what is created. Sent again with the same one, as after a lost answer, the request creates nothing more.
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
      this.request<PlaybookRun, Error>({
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
     * @name GetPlaybooksBySlugVersions
     * @summary List when the description or steps of a published playbook were changed
     * @request GET:/playbooks/{slug}/versions
     * @secure
     */
    getPlaybooksBySlugVersions: (
      slug: string,
      query?: {
        /**
         * @min 1
         * @max 100
         * @default 24
         */
        limit?: number;
        /** @maxLength 2000 */
        cursor?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<PlaybookVersions, Error>({
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
     * @name GetPlaybooksBySlugVersionsByNumber
     * @summary Get a version of a playbook: its description and steps, and with `difference`, what was changed
     * @request GET:/playbooks/{slug}/versions/{number}
     * @secure
     */
    getPlaybooksBySlugVersionsByNumber: (
      slug: string,
      number: number,
      query?: {
        difference?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<PlaybookVersion, Error>({
        path: `/playbooks/${encodeURIComponent(slug)}/versions/${encodeURIComponent(number)}`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),
  };
  results = {
    /**
     * No description
     *
     * @name GetResults
     * @summary List my saved answers to deleted prompts, latest first; a page of long ones ends early
     * @request GET:/results
     * @secure
     */
    getResults: (
      query?: {
        /**
         * @min 1
         * @max 100
         * @default 24
         */
        limit?: number;
        /** @maxLength 2000 */
        cursor?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<PromptResults, Error>({
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
     * @name GetResultsById
     * @summary Get one of my saved answers
     * @request GET:/results/{id}
     * @secure
     */
    getResultsById: (id: string, params: RequestParams = {}) =>
      this.request<PromptResult, Error>({
        path: `/results/${encodeURIComponent(id)}`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
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
        Error
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
     * @name GetRuns
     * @summary List my runs, latest first
     * @request GET:/runs
     * @secure
     */
    getRuns: (
      query?: {
        /**
         * @min 1
         * @max 100
         */
        limit?: number;
        /** @maxLength 2000 */
        cursor?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<
        {
          items: PlaybookRunItem[];
          /** @min 0 */
          total: number;
          next_cursor: string | null;
        },
        Error
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
     * @name GetRunsById
     * @summary Get one of my runs
     * @request GET:/runs/{id}
     * @secure
     */
    getRunsById: (id: string, params: RequestParams = {}) =>
      this.request<PlaybookRun, Error>({
        path: `/runs/${encodeURIComponent(id)}`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description A key needs the scopes `runs:write` and `library:read`.
     *
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
      this.request<PlaybookRun, Error>({
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
        Error
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
        /** @format date-time */
        updated_at?: string | null;
        /** @maxItems 2 */
        unanswered?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<SavedRunStep, Error>({
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
     * @name GetRunsByIdExport
     * @summary Export a run as Markdown, with the playbook's texts while I can read them
     * @request GET:/runs/{id}/export
     * @secure
     */
    getRunsByIdExport: (id: string, params: RequestParams = {}) =>
      this.request<string, Error>({
        path: `/runs/${encodeURIComponent(id)}/export`,
        method: "GET",
        secure: true,
        format: "text",
        ...params,
      }),
  };
  comments = {
    /**
     * @description A key needs the scope `library:read`.
     *
     * @name GetCommentsById
     * @summary Get a comment, without its replies
     * @request GET:/comments/{id}
     * @secure
     */
    getCommentsById: (id: string, params: RequestParams = {}) =>
      this.request<Comment, Error>({
        path: `/comments/${encodeURIComponent(id)}`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description A key needs the scope `engagement:write`.
     *
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
      this.request<Comment, Error>({
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
        Error
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
        Error
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
  collections = {
    /**
     * No description
     *
     * @name GetCollections
     * @summary List my collections, last changed first; with the slug of an item, which of them contain it
     * @request GET:/collections
     * @secure
     */
    getCollections: (
      query?: {
        /**
         * @min 1
         * @max 100
         */
        limit?: number;
        /** @maxLength 2000 */
        cursor?: string;
        /**
         * @minLength 1
         * @maxLength 100
         */
        prompt?: string;
        /**
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
          /** @min 0 */
          total: number;
          next_cursor: string | null;
        },
        Error
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
     * @name PostCollections
     * @summary Create a collection, or copy a shared one
     * @request POST:/collections
     * @secure
     */
    postCollections: (
      data: {
        /**
         * The id of what is created. Sent again with the same one, as after a lost answer, the request creates nothing more.
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
      this.request<Collection, Error>({
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
     * @name GetCollectionsSharedByLink
     * @summary Get a collection shared by this link, as far as I can see its items
     * @request GET:/collections/shared/{link}
     * @secure
     */
    getCollectionsSharedByLink: (link: string, params: RequestParams = {}) =>
      this.request<SharedCollection, Error>({
        path: `/collections/shared/${encodeURIComponent(link)}`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @name GetCollectionsById
     * @summary Get one of my collections, with its items in order
     * @request GET:/collections/{id}
     * @secure
     */
    getCollectionsById: (id: string, params: RequestParams = {}) =>
      this.request<Collection, Error>({
        path: `/collections/${encodeURIComponent(id)}`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
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
      this.request<Collection, Error>({
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
        Error
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
     * @name GetCollectionsByIdItems
     * @summary List the items of one of my collections, in order
     * @request GET:/collections/{id}/items
     * @secure
     */
    getCollectionsByIdItems: (
      id: string,
      query?: {
        /**
         * @min 1
         * @max 100
         */
        limit?: number;
        /** @maxLength 2000 */
        cursor?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<
        {
          items: CollectionItem[];
          /** @min 0 */
          total: number;
          next_cursor: string | null;
        },
        Error
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
         * @minLength 1
         * @maxLength 100
         */
        slug: string;
        /** @maxLength 1000 */
        note?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<CollectionItem, Error>({
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
      this.request<CollectionItem, Error>({
        path: `/collections/${encodeURIComponent(id)}/items/${encodeURIComponent(item)}`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
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
      this.request<CollectionItem, Error>({
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
        Error
      >({
        path: `/collections/${encodeURIComponent(id)}/items/${encodeURIComponent(item)}`,
        method: "DELETE",
        secure: true,
        format: "json",
        ...params,
      }),
  };
  export = {
    /**
     * @description A key needs the scope `catalog:write`.
     *
     * @name GetExport
     * @summary Export the whole library, in the format that the import reads
     * @request GET:/export
     * @secure
     */
    getExport: (params: RequestParams = {}) =>
      this.request<LibraryExport, Error>({
        path: `/export`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),
  };
  admin = {
    /**
     * @description A key needs the scope `catalog:write`.
     *
     * @name GetAdminImports
     * @summary List the imports of the last 30 days, newest first
     * @request GET:/admin/imports
     * @secure
     */
    getAdminImports: (
      query?: {
        /**
         * @min 1
         * @max 100
         * @default 24
         */
        limit?: number;
        /** @maxLength 2000 */
        cursor?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<
        {
          items: Import[];
          /** @min 0 */
          total: number;
          next_cursor: string | null;
        },
        Error
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
     * @name PutAdminImportsById
     * @summary Upload a CSV, JSON or ZIP file and check it; the body is the file. Sending it again changes nothing
     * @request PUT:/admin/imports/{id}
     * @secure
     */
    putAdminImportsById: (
      id: string,
      query: {
        /**
         * @minLength 1
         * @maxLength 200
         */
        name: string;
      },
      data: Blob,
      params: RequestParams = {},
    ) =>
      this.request<Import, Error>({
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
     * @name GetAdminImportsById
     * @summary Get the progress of an import
     * @request GET:/admin/imports/{id}
     * @secure
     */
    getAdminImportsById: (id: string, params: RequestParams = {}) =>
      this.request<Import, Error>({
        path: `/admin/imports/${encodeURIComponent(id)}`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description A key needs the scope `catalog:write`.
     *
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
        Error
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
     * @name GetAdminImportsByIdRows
     * @summary List its rows with their outcome
     * @request GET:/admin/imports/{id}/rows
     * @secure
     */
    getAdminImportsByIdRows: (
      id: string,
      query?: {
        /**
         * @min 1
         * @max 100
         * @default 24
         */
        limit?: number;
        /** @maxLength 2000 */
        cursor?: string;
        outcome?:
          | "created"
          | "changed"
          | "unchanged"
          | "duplicate"
          | "refused"
          | "kept";
        /**
         * @min 1
         * @max 100000
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
          /** @min 0 */
          total: number;
          next_cursor: string | null;
        },
        Error
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
      this.request<Import, Error>({
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
     * @name PostAdminImportsByIdStart
     * @summary Import the checked rows
     * @request POST:/admin/imports/{id}/start
     * @secure
     */
    postAdminImportsByIdStart: (id: string, params: RequestParams = {}) =>
      this.request<Import, Error>({
        path: `/admin/imports/${encodeURIComponent(id)}/start`,
        method: "POST",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description A key needs the scope `catalog:write`.
     *
     * @name PostAdminImportsByIdUndo
     * @summary Undo an import; items changed since stay as they are
     * @request POST:/admin/imports/{id}/undo
     * @secure
     */
    postAdminImportsByIdUndo: (id: string, params: RequestParams = {}) =>
      this.request<Import, Error>({
        path: `/admin/imports/${encodeURIComponent(id)}/undo`,
        method: "POST",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @name GetAdminOffersGifts
     * @summary List all gift codes, newest first; `q` searches codes, notes and the addresses of those who redeemed them
     * @request GET:/admin/offers/gifts
     * @secure
     */
    getAdminOffersGifts: (
      query?: {
        /** @maxLength 200 */
        q?: string;
        /**
         * @min 1
         * @max 100
         * @default 24
         */
        limit?: number;
        /** @maxLength 2000 */
        cursor?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<
        {
          items: AdminGift[];
          /** @min 0 */
          total: number;
          next_cursor: string | null;
        },
        Error
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
     * @name PostAdminOffersGifts
     * @summary Create one or more gift codes
     * @request POST:/admin/offers/gifts
     * @secure
     */
    postAdminOffersGifts: (
      data: {
        /**
         * The id of what is created. Sent again with the same one, as after a lost answer, the request creates nothing more.
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
        Error
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
     * @name GetAdminOffersGiftsExport
     * @summary Export all gift codes as CSV
     * @request GET:/admin/offers/gifts/export
     * @secure
     */
    getAdminOffersGiftsExport: (params: RequestParams = {}) =>
      this.request<string, Error>({
        path: `/admin/offers/gifts/export`,
        method: "GET",
        secure: true,
        format: "text",
        ...params,
      }),

    /**
     * No description
     *
     * @name PostAdminOffersGiftsByIdRevoke
     * @summary Revoke a gift, redeemed or not; what it gives ends at once
     * @request POST:/admin/offers/gifts/{id}/revoke
     * @secure
     */
    postAdminOffersGiftsByIdRevoke: (id: string, params: RequestParams = {}) =>
      this.request<AdminGift, Error>({
        path: `/admin/offers/gifts/${encodeURIComponent(id)}/revoke`,
        method: "POST",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @name GetAdminOffers
     * @summary List all offers with how often they were redeemed, newest first
     * @request GET:/admin/offers
     * @secure
     */
    getAdminOffers: (
      query?: {
        /**
         * @min 1
         * @max 100
         */
        limit?: number;
        /** @maxLength 2000 */
        cursor?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<
        {
          items: AdminOffer[];
          /** @min 0 */
          total: number;
          next_cursor: string | null;
        },
        Error
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
     * @name PostAdminOffers
     * @summary Create an offer
     * @request POST:/admin/offers
     * @secure
     */
    postAdminOffers: (
      data: {
        /**
         * The id of what is created. Sent again with the same one, as after a lost answer, the request creates nothing more.
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
      this.request<AdminOffer, Error>({
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
     * @name GetAdminOffersById
     * @summary Get an offer and how often it was redeemed
     * @request GET:/admin/offers/{id}
     * @secure
     */
    getAdminOffersById: (id: string, params: RequestParams = {}) =>
      this.request<AdminOffer, Error>({
        path: `/admin/offers/${encodeURIComponent(id)}`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
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
        /** @format date-time */
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
        /** @format date-time */
        updated_at?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<AdminOffer, Error>({
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
        Error
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
     * @name GetAdminPages
     * @summary List all own pages, including drafts
     * @request GET:/admin/pages
     * @secure
     */
    getAdminPages: (
      query?: {
        /**
         * @min 1
         * @max 100
         */
        limit?: number;
        /** @maxLength 2000 */
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
            starter_parts: string[];
            /** @format date-time */
            created_at: string;
            /** @format date-time */
            updated_at: string;
          }[];
          /** @min 0 */
          total: number;
          next_cursor: string | null;
        },
        Error
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
     * @name PostAdminPages
     * @summary Create a draft with the starter text for its kind; repeating it with the same id creates no other
     * @request POST:/admin/pages
     * @secure
     */
    postAdminPages: (
      data: {
        /**
         * The id of what is created. Sent again with the same one, as after a lost answer, the request creates nothing more.
         * @format uuid
         */
        id?: string;
        kind: "terms" | "privacy" | "imprint" | "refunds" | "own";
      },
      params: RequestParams = {},
    ) =>
      this.request<AdminPage, Error>({
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
     * @name GetAdminPagesById
     * @summary Get a page with its draft
     * @request GET:/admin/pages/{id}
     * @secure
     */
    getAdminPagesById: (id: string, params: RequestParams = {}) =>
      this.request<AdminPage, Error>({
        path: `/admin/pages/${encodeURIComponent(id)}`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
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
        /** @format date-time */
        updated_at?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<AdminPage, Error>({
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
     * @name DeleteAdminPagesById
     * @summary Delete a page that nobody has agreed to
     * @request DELETE:/admin/pages/{id}
     * @secure
     */
    deleteAdminPagesById: (id: string, params: RequestParams = {}) =>
      this.request<void, Error>({
        path: `/admin/pages/${encodeURIComponent(id)}`,
        method: "DELETE",
        secure: true,
        ...params,
      }),

    /**
     * No description
     *
     * @name PostAdminPagesByIdPublish
     * @summary Publish the draft as a new version
     * @request POST:/admin/pages/{id}/publish
     * @secure
     */
    postAdminPagesByIdPublish: (
      id: string,
      data: {
        /** @format date-time */
        updated_at: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<AdminPage, Error>({
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
     * @name DeleteAdminPagesByIdPublish
     * @summary Unpublish a page; its versions stay
     * @request DELETE:/admin/pages/{id}/publish
     * @secure
     */
    deleteAdminPagesByIdPublish: (id: string, params: RequestParams = {}) =>
      this.request<AdminPage, Error>({
        path: `/admin/pages/${encodeURIComponent(id)}/publish`,
        method: "DELETE",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @name GetAdminPagesByIdVersions
     * @summary List the published versions, newest first
     * @request GET:/admin/pages/{id}/versions
     * @secure
     */
    getAdminPagesByIdVersions: (
      id: string,
      query?: {
        /**
         * @min 1
         * @max 100
         */
        limit?: number;
        /** @maxLength 2000 */
        cursor?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<
        {
          items: PageVersion[];
          /** @min 0 */
          total: number;
          next_cursor: string | null;
        },
        Error
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
     * @name GetAdminPagesByIdConsents
     * @summary List who agreed to which version, newest first; `q` searches email addresses
     * @request GET:/admin/pages/{id}/consents
     * @secure
     */
    getAdminPagesByIdConsents: (
      id: string,
      query?: {
        /** @maxLength 200 */
        q?: string;
        /**
         * @min 1
         * @max 100
         * @default 24
         */
        limit?: number;
        /** @maxLength 2000 */
        cursor?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<
        {
          items: PageConsent[];
          /** @min 0 */
          total: number;
          next_cursor: string | null;
        },
        Error
      >({
        path: `/admin/pages/${encodeURIComponent(id)}/consents`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description A key needs the scope `catalog:write`.
     *
     * @name PostAdminPlaybooksByIdVersionsByNumberRestore
     * @summary Restore an earlier description and its steps, as a new version
     * @request POST:/admin/playbooks/{id}/versions/{number}/restore
     * @secure
     */
    postAdminPlaybooksByIdVersionsByNumberRestore: (
      id: string,
      number: number,
      data?: {
        /** @format date-time */
        updated_at?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<AdminPlaybook, Error>({
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
     * @name GetAdminWebhooks
     * @summary List the site's webhooks, newest first
     * @request GET:/admin/webhooks
     * @secure
     */
    getAdminWebhooks: (
      query?: {
        /**
         * @min 1
         * @max 100
         */
        limit?: number;
        /** @maxLength 2000 */
        cursor?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<
        {
          items: Webhook[];
          /** @min 0 */
          total: number;
          next_cursor: string | null;
        },
        Error
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
     * @name PostAdminWebhooks
     * @summary Add a webhook; its secret is only in this response
     * @request POST:/admin/webhooks
     * @secure
     */
    postAdminWebhooks: (
      data: {
        /**
         * The id of what is created. Sent again with the same one, as after a lost answer, the request creates nothing more.
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
      this.request<WebhookWithSecret, Error>({
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
     * @name GetAdminWebhooksById
     * @summary Get a webhook, without its secret
     * @request GET:/admin/webhooks/{id}
     * @secure
     */
    getAdminWebhooksById: (id: string, params: RequestParams = {}) =>
      this.request<Webhook, Error>({
        path: `/admin/webhooks/${encodeURIComponent(id)}`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
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
        /** @format date-time */
        updated_at?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<Webhook, Error>({
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
        Error
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
     * @name PostAdminWebhooksByIdSecret
     * @summary Rotate the secret; the old one stays valid for 24 hours
     * @request POST:/admin/webhooks/{id}/secret
     * @secure
     */
    postAdminWebhooksByIdSecret: (id: string, params: RequestParams = {}) =>
      this.request<WebhookWithSecret, Error>({
        path: `/admin/webhooks/${encodeURIComponent(id)}/secret`,
        method: "POST",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
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
        Error
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
         * @min 1
         * @max 100
         * @default 24
         */
        limit?: number;
        /** @maxLength 2000 */
        cursor?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<WebhookDeliveries, Error>({
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
        Error
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
        Error
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
     * @name GetAdminMailings
     * @summary List emails to members, newest first
     * @request GET:/admin/mailings
     * @secure
     */
    getAdminMailings: (
      query?: {
        /**
         * @min 1
         * @max 100
         * @default 24
         */
        limit?: number;
        /** @maxLength 2000 */
        cursor?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<
        {
          items: MailingItem[];
          /** @min 0 */
          total: number;
          next_cursor: string | null;
        },
        Error
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
     * @name PostAdminMailings
     * @summary Create a draft; repeating it with the same id creates no other
     * @request POST:/admin/mailings
     * @secure
     */
    postAdminMailings: (
      data: {
        /**
         * The id of what is created. Sent again with the same one, as after a lost answer, the request creates nothing more.
         * @format uuid
         */
        id?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<Mailing, Error>({
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
      this.request<MailingPreview, Error>({
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
      this.request<MailingAudience, Error>({
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
     * @name GetAdminMailingsBounces
     * @summary List members whose address permanently refused emails, latest first
     * @request GET:/admin/mailings/bounces
     * @secure
     */
    getAdminMailingsBounces: (
      query?: {
        /**
         * @min 1
         * @max 100
         * @default 24
         */
        limit?: number;
        /** @maxLength 2000 */
        cursor?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<
        {
          items: BouncedAddress[];
          /** @min 0 */
          total: number;
          next_cursor: string | null;
        },
        Error
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
     * @name DeleteAdminMailingsBouncesById
     * @summary Clear a bounced address
     * @request DELETE:/admin/mailings/bounces/{id}
     * @secure
     */
    deleteAdminMailingsBouncesById: (id: string, params: RequestParams = {}) =>
      this.request<void, Error>({
        path: `/admin/mailings/bounces/${encodeURIComponent(id)}`,
        method: "DELETE",
        secure: true,
        ...params,
      }),

    /**
     * No description
     *
     * @name GetAdminMailingsById
     * @summary Get an email to members and its progress
     * @request GET:/admin/mailings/{id}
     * @secure
     */
    getAdminMailingsById: (id: string, params: RequestParams = {}) =>
      this.request<Mailing, Error>({
        path: `/admin/mailings/${encodeURIComponent(id)}`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
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
        /** @format date-time */
        updated_at?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<Mailing, Error>({
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
     * @name DeleteAdminMailingsById
     * @summary Delete an email that is not being sent
     * @request DELETE:/admin/mailings/{id}
     * @secure
     */
    deleteAdminMailingsById: (id: string, params: RequestParams = {}) =>
      this.request<void, Error>({
        path: `/admin/mailings/${encodeURIComponent(id)}`,
        method: "DELETE",
        secure: true,
        ...params,
      }),

    /**
     * No description
     *
     * @name PostAdminMailingsByIdTest
     * @summary Send the previewed version to my own address, at once
     * @request POST:/admin/mailings/{id}/test
     * @secure
     */
    postAdminMailingsByIdTest: (
      id: string,
      data: {
        /** @format date-time */
        updated_at: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<
        {
          to: string;
          is_in_outbox: boolean;
        },
        Error
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
     * @name PostAdminMailingsByIdSend
     * @summary Send the previewed draft, at once or at a set time
     * @request POST:/admin/mailings/{id}/send
     * @secure
     */
    postAdminMailingsByIdSend: (
      id: string,
      data: {
        /** @format date-time */
        send_at: string | null;
        /** @format date-time */
        updated_at: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<Mailing, Error>({
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
     * @name PostAdminMailingsByIdStop
     * @summary Stop sending; a scheduled email becomes a draft again
     * @request POST:/admin/mailings/{id}/stop
     * @secure
     */
    postAdminMailingsByIdStop: (id: string, params: RequestParams = {}) =>
      this.request<Mailing, Error>({
        path: `/admin/mailings/${encodeURIComponent(id)}/stop`,
        method: "POST",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @name PostAdminMailingsByIdResume
     * @summary Resume sending
     * @request POST:/admin/mailings/{id}/resume
     * @secure
     */
    postAdminMailingsByIdResume: (id: string, params: RequestParams = {}) =>
      this.request<Mailing, Error>({
        path: `/admin/mailings/${encodeURIComponent(id)}/resume`,
        method: "POST",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @name GetAdminMailingsByIdRecipients
     * @summary List members who did not get it, and why, latest first
     * @request GET:/admin/mailings/{id}/recipients
     * @secure
     */
    getAdminMailingsByIdRecipients: (
      id: string,
      query?: {
        /**
         * @min 1
         * @max 100
         * @default 24
         */
        limit?: number;
        /** @maxLength 2000 */
        cursor?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<
        {
          items: MailingRecipient[];
          /** @min 0 */
          total: number;
          next_cursor: string | null;
        },
        Error
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
     * @name GetAdminMembersById
     * @summary Get an account with its plan, payments and activity
     * @request GET:/admin/members/{id}
     * @secure
     */
    getAdminMembersById: (id: string, params: RequestParams = {}) =>
      this.request<AdminMember, Error>({
        path: `/admin/members/${encodeURIComponent(id)}`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
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
        Error
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
      this.request<AdminMember, Error>({
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
     * @name PutAdminMembersByIdSuspension
     * @summary Suspend an account: its sessions end at once
     * @request PUT:/admin/members/{id}/suspension
     * @secure
     */
    putAdminMembersByIdSuspension: (
      id: string,
      data: {
        /** @format date-time */
        until: string | null;
        /** @maxLength 500 */
        note: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<AdminMember, Error>({
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
     * @name DeleteAdminMembersByIdSuspension
     * @summary Lift a suspension
     * @request DELETE:/admin/members/{id}/suspension
     * @secure
     */
    deleteAdminMembersByIdSuspension: (
      id: string,
      params: RequestParams = {},
    ) =>
      this.request<AdminMember, Error>({
        path: `/admin/members/${encodeURIComponent(id)}/suspension`,
        method: "DELETE",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
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
        /** @format date-time */
        until: string | null;
      },
      params: RequestParams = {},
    ) =>
      this.request<AdminMember, Error>({
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
     * @name DeleteAdminMembersByIdPlan
     * @summary Remove a complimentary plan
     * @request DELETE:/admin/members/{id}/plan
     * @secure
     */
    deleteAdminMembersByIdPlan: (id: string, params: RequestParams = {}) =>
      this.request<AdminMember, Error>({
        path: `/admin/members/${encodeURIComponent(id)}/plan`,
        method: "DELETE",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
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
      this.request<AdminMemberWithEmail, Error>({
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
     * @name PostAdminMembersByIdSignOut
     * @summary Sign a member out on all devices
     * @request POST:/admin/members/{id}/sign-out
     * @secure
     */
    postAdminMembersByIdSignOut: (id: string, params: RequestParams = {}) =>
      this.request<AdminMember, Error>({
        path: `/admin/members/${encodeURIComponent(id)}/sign-out`,
        method: "POST",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @name DeleteAdminMembersByIdTwoFactor
     * @summary Turn off two-factor sign-in for a member who has lost the app and recovery codes; signs them out
     * @request DELETE:/admin/members/{id}/two-factor
     * @secure
     */
    deleteAdminMembersByIdTwoFactor: (id: string, params: RequestParams = {}) =>
      this.request<AdminMember, Error>({
        path: `/admin/members/${encodeURIComponent(id)}/two-factor`,
        method: "DELETE",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @name GetAdminAudit
     * @summary List the audit log, newest first
     * @request GET:/admin/audit
     * @secure
     */
    getAdminAudit: (
      query?: {
        /** @maxLength 200 */
        q?: string;
        /**
         * @min 1
         * @max 100
         * @default 24
         */
        limit?: number;
        /** @maxLength 2000 */
        cursor?: string;
        /** @maxLength 60 */
        area?: string;
        /** @maxLength 100 */
        target?: string;
        /** @format date-time */
        from?: string;
        /** @format date-time */
        until?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<
        {
          items: AuditEntry[];
          /** @min 0 */
          total: number;
          next_cursor: string | null;
          areas: string[];
        },
        Error
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
     * @name GetAdminAuditExport
     * @summary Export the audit log as CSV, newest first
     * @request GET:/admin/audit/export
     * @secure
     */
    getAdminAuditExport: (
      query?: {
        /** @maxLength 200 */
        q?: string;
        /** @maxLength 60 */
        area?: string;
        /** @maxLength 100 */
        target?: string;
        /** @format date-time */
        from?: string;
        /** @format date-time */
        until?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<string, Error>({
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
     * @name GetAdminComments
     * @summary List comments waiting for approval or reported by members
     * @request GET:/admin/comments
     * @secure
     */
    getAdminComments: (
      query?: {
        /**
         * @min 1
         * @max 100
         * @default 24
         */
        limit?: number;
        /** @maxLength 2000 */
        cursor?: string;
        /** @default "waiting" */
        show?: "waiting" | "held" | "reported" | "decided";
      },
      params: RequestParams = {},
    ) =>
      this.request<
        {
          items: ModeratedComment[];
          /** @min 0 */
          total: number;
          next_cursor: string | null;
        },
        Error
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
     * @name GetAdminCommentsById
     * @summary Get a comment with its reports, whatever its status
     * @request GET:/admin/comments/{id}
     * @secure
     */
    getAdminCommentsById: (id: string, params: RequestParams = {}) =>
      this.request<ModeratedComment, Error>({
        path: `/admin/comments/${encodeURIComponent(id)}`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @name PatchAdminCommentsById
     * @summary Approve a comment, or remove it from the page; this settles its reports
     * @request PATCH:/admin/comments/{id}
     * @secure
     */
    patchAdminCommentsById: (
      id: string,
      data: {
        decision: "approve" | "remove";
        /** @format date-time */
        updated_at: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<ModeratedComment, Error>({
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
     * @name PostAdminCommentsByIdUndo
     * @summary Undo my decision about a comment, while it is the last one about this text
     * @request POST:/admin/comments/{id}/undo
     * @secure
     */
    postAdminCommentsByIdUndo: (
      id: string,
      data: {
        /** @format date-time */
        decided_at: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<ModeratedComment, Error>({
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
     * @name GetAdminCommentRules
     * @summary Get the rules for which comments wait for approval
     * @request GET:/admin/comment-rules
     * @secure
     */
    getAdminCommentRules: (params: RequestParams = {}) =>
      this.request<HoldRules, Error>({
        path: `/admin/comment-rules`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
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
      this.request<HoldRules, Error>({
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
     * @name GetAdminFiguresSummary
     * @summary Get the key figures
     * @request GET:/admin/figures/summary
     * @secure
     */
    getAdminFiguresSummary: (params: RequestParams = {}) =>
      this.request<FigureSummary, Error>({
        path: `/admin/figures/summary`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @name GetAdminFigures
     * @summary Get figures by day, week or month; the last 30 days, 26 weeks or 12 months by default
     * @request GET:/admin/figures
     * @secure
     */
    getAdminFigures: (
      query?: {
        /** @default "day" */
        unit?: "day" | "week" | "month";
        /** @format date */
        from?: string;
        /** @format date */
        to?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<Figures, Error>({
        path: `/admin/figures`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @name GetAdminCategories
     * @summary List all categories in order, including hidden and unused ones
     * @request GET:/admin/categories
     * @secure
     */
    getAdminCategories: (
      query?: {
        /**
         * @min 1
         * @max 100
         */
        limit?: number;
        /** @maxLength 2000 */
        cursor?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<
        {
          items: AdminCategory[];
          /** @min 0 */
          total: number;
          next_cursor: string | null;
        },
        Error
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
     * @name PostAdminCategories
     * @summary Add a category
     * @request POST:/admin/categories
     * @secure
     */
    postAdminCategories: (
      data: {
        /**
         * The id of what is created. Sent again with the same one, as after a lost answer, the request creates nothing more.
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
      this.request<AdminCategory, Error>({
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
          /** @min 0 */
          total: number;
          next_cursor: string | null;
        },
        Error
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
     * @name GetAdminCategoriesById
     * @summary Get a category
     * @request GET:/admin/categories/{id}
     * @secure
     */
    getAdminCategoriesById: (id: string, params: RequestParams = {}) =>
      this.request<AdminCategory, Error>({
        path: `/admin/categories/${encodeURIComponent(id)}`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
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
        /** @maxItems 1000 */
        earlier_names?: string[];
        /** @format date-time */
        updated_at?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<AdminCategory, Error>({
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
     * @name DeleteAdminCategoriesById
     * @summary Delete an empty category
     * @request DELETE:/admin/categories/{id}
     * @secure
     */
    deleteAdminCategoriesById: (id: string, params: RequestParams = {}) =>
      this.request<void, Error>({
        path: `/admin/categories/${encodeURIComponent(id)}`,
        method: "DELETE",
        secure: true,
        ...params,
      }),

    /**
     * No description
     *
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
      this.request<AdminCategory, Error>({
        path: `/admin/categories/${encodeURIComponent(id)}/merge`,
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
        Error
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
     * @name GetAdminUsers
     * @summary List accounts, newest first unless sorted; `q` searches addresses, `all` counts every account
     * @request GET:/admin/users
     * @secure
     */
    getAdminUsers: (
      query?: {
        /** @maxLength 200 */
        q?: string;
        /**
         * @min 1
         * @max 100
         * @default 24
         */
        limit?: number;
        /** @maxLength 2000 */
        cursor?: string;
        role?: "member" | "editor" | "support" | "admin";
        tier?: "none" | string;
        /** @default "newest" */
        sort?: "newest" | "email" | "role" | "tier";
        order?: "asc" | "desc";
        /**
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
          /** @min 0 */
          total: number;
          next_cursor: string | null;
          all: number;
        },
        Error
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
     * @name GetAdminMembers
     * @summary List accounts, like /admin/users
     * @request GET:/admin/members
     * @secure
     */
    getAdminMembers: (
      query?: {
        /** @maxLength 200 */
        q?: string;
        /**
         * @min 1
         * @max 100
         * @default 24
         */
        limit?: number;
        /** @maxLength 2000 */
        cursor?: string;
        role?: "member" | "editor" | "support" | "admin";
        tier?: "none" | string;
        /** @default "newest" */
        sort?: "newest" | "email" | "role" | "tier";
        order?: "asc" | "desc";
        /**
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
          /** @min 0 */
          total: number;
          next_cursor: string | null;
          all: number;
        },
        Error
      >({
        path: `/admin/members`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description A key needs the scope `catalog:write`.
     *
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
        Error
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
     * @name GetAdminPrompts
     * @summary List all prompts including drafts, without their texts; newest first unless sorted otherwise
     * @request GET:/admin/prompts
     * @secure
     */
    getAdminPrompts: (
      query?: {
        /** @maxLength 200 */
        q?: string;
        /**
         * @min 1
         * @max 100
         * @default 24
         */
        limit?: number;
        /** @maxLength 2000 */
        cursor?: string;
        status?: "draft" | "published" | "scheduled" | "trash";
        type?: "Text" | "Image" | "Audio" | "Video" | "Agent";
        /** @maxLength 200 */
        category?: string;
        /**
         * @min 0
         * @max 1000
         */
        tier?: number;
        /** @default "newest" */
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
        order?: "asc" | "desc";
        /**
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
          /** @min 0 */
          total: number;
          next_cursor: string | null;
        },
        Error
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
     * @name PostAdminPrompts
     * @summary Create a prompt
     * @request POST:/admin/prompts
     * @secure
     */
    postAdminPrompts: (data: NewPrompt, params: RequestParams = {}) =>
      this.request<AdminPrompt, Error>({
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
     * @name GetAdminPromptPicker
     * @summary Find published prompts for a playbook's steps, by words in title, description or tags; by title
     * @request GET:/admin/prompt-picker
     * @secure
     */
    getAdminPromptPicker: (
      query?: {
        /** @maxLength 200 */
        q?: string;
        /**
         * @min 1
         * @max 100
         * @default 24
         */
        limit?: number;
        /** @maxLength 2000 */
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
            tier_access: number;
          }[];
          /** @min 0 */
          total: number;
          next_cursor: string | null;
        },
        Error
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
          /** @min 0 */
          total: number;
          next_cursor: string | null;
        },
        Error
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
     * @name GetAdminPromptsById
     * @summary Get a prompt with its body
     * @request GET:/admin/prompts/{id}
     * @secure
     */
    getAdminPromptsById: (id: string, params: RequestParams = {}) =>
      this.request<AdminPrompt, Error>({
        path: `/admin/prompts/${encodeURIComponent(id)}`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description A key needs the scope `catalog:write`.
     *
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
        /** @format date-time */
        created_at?: string;
        /** @format date-time */
        publish_at?: string | null;
        /** @format date-time */
        updated_at?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<AdminPrompt, Error>({
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
     * @name DeleteAdminPromptsById
     * @summary Move a prompt to the trash for 30 days; `forever` deletes one that is there, with its votes, favorites and comments
     * @request DELETE:/admin/prompts/{id}
     * @secure
     */
    deleteAdminPromptsById: (
      id: string,
      query?: {
        forever?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<
        {
          ok: true;
        },
        Error
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
     * @name GetAdminPromptsByIdUses
     * @summary List the playbooks that use the prompt in a step, by title
     * @request GET:/admin/prompts/{id}/uses
     * @secure
     */
    getAdminPromptsByIdUses: (
      id: string,
      query?: {
        /**
         * @min 1
         * @max 100
         * @default 24
         */
        limit?: number;
        /** @maxLength 2000 */
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
          /** @min 0 */
          total: number;
          next_cursor: string | null;
        },
        Error
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
     * @name PostAdminPromptsByIdRestore
     * @summary Restore a prompt from the trash
     * @request POST:/admin/prompts/{id}/restore
     * @secure
     */
    postAdminPromptsByIdRestore: (id: string, params: RequestParams = {}) =>
      this.request<AdminPrompt, Error>({
        path: `/admin/prompts/${encodeURIComponent(id)}/restore`,
        method: "POST",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description A key needs the scope `catalog:write`.
     *
     * @name PostAdminPlaybooksByIdRestore
     * @summary Restore a playbook from the trash
     * @request POST:/admin/playbooks/{id}/restore
     * @secure
     */
    postAdminPlaybooksByIdRestore: (id: string, params: RequestParams = {}) =>
      this.request<AdminPlaybook, Error>({
        path: `/admin/playbooks/${encodeURIComponent(id)}/restore`,
        method: "POST",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description A key needs the scope `catalog:write`.
     *
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
        Error
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
        Error
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
        Error
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
     * @name GetAdminPlaybooks
     * @summary List all playbooks including drafts, without their steps; newest first unless sorted otherwise
     * @request GET:/admin/playbooks
     * @secure
     */
    getAdminPlaybooks: (
      query?: {
        /** @maxLength 200 */
        q?: string;
        /**
         * @min 1
         * @max 100
         * @default 24
         */
        limit?: number;
        /** @maxLength 2000 */
        cursor?: string;
        status?: "draft" | "published" | "scheduled" | "trash";
        type?: "Text" | "Image" | "Audio" | "Video" | "Agent";
        /** @maxLength 200 */
        category?: string;
        /**
         * @min 0
         * @max 1000
         */
        tier?: number;
        /** @default "newest" */
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
        order?: "asc" | "desc";
        /**
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
          /** @min 0 */
          total: number;
          next_cursor: string | null;
        },
        Error
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
         * The id of what is created. Sent again with the same one, as after a lost answer, the request creates nothing more.
         * @format uuid
         */
        id?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<AdminPlaybook, Error>({
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
     * @name GetAdminPlaybooksById
     * @summary Get a playbook with its steps
     * @request GET:/admin/playbooks/{id}
     * @secure
     */
    getAdminPlaybooksById: (id: string, params: RequestParams = {}) =>
      this.request<AdminPlaybook, Error>({
        path: `/admin/playbooks/${encodeURIComponent(id)}`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description A key needs the scope `catalog:write`.
     *
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
        /** @format date-time */
        created_at?: string;
        /** @format date-time */
        publish_at?: string | null;
        /** @format date-time */
        updated_at?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<AdminPlaybook, Error>({
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
     * @name DeleteAdminPlaybooksById
     * @summary Move a playbook to the trash for 30 days, unless members have bought it; `forever` deletes one that is there, with its votes, favorites and comments
     * @request DELETE:/admin/playbooks/{id}
     * @secure
     */
    deleteAdminPlaybooksById: (
      id: string,
      query?: {
        forever?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<
        {
          ok: true;
        },
        Error
      >({
        path: `/admin/playbooks/${encodeURIComponent(id)}`,
        method: "DELETE",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @name GetAdminTiers
     * @summary List all plans with their numbers of members
     * @request GET:/admin/tiers
     * @secure
     */
    getAdminTiers: (
      query?: {
        /**
         * @min 1
         * @max 100
         */
        limit?: number;
        /** @maxLength 2000 */
        cursor?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<
        {
          items: AdminTier[];
          /** @min 0 */
          total: number;
          next_cursor: string | null;
        },
        Error
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
     * @name PostAdminTiers
     * @summary Create a plan
     * @request POST:/admin/tiers
     * @secure
     */
    postAdminTiers: (
      data: {
        /**
         * The id of what is created. Sent again with the same one, as after a lost answer, the request creates nothing more.
         * @format uuid
         */
        id?: string;
        /**
         * @minLength 1
         * @maxLength 100
         */
        name: string;
        /**
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
        /** @default "monthly" */
        billing_interval?: "monthly";
      },
      params: RequestParams = {},
    ) =>
      this.request<AdminTier, Error>({
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
     * @name GetAdminTiersById
     * @summary Get a plan with its numbers of members
     * @request GET:/admin/tiers/{id}
     * @secure
     */
    getAdminTiersById: (id: string, params: RequestParams = {}) =>
      this.request<AdminTier, Error>({
        path: `/admin/tiers/${encodeURIComponent(id)}`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
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
         * @min 0
         * @max 1000
         */
        access_level?: number;
        featured?: boolean;
        shows_first_lines?: boolean;
        /** @maxItems 30 */
        features?: string[];
        billing_interval?: "monthly";
        /** @format date-time */
        updated_at?: string;
        cancel_subscriptions?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<AdminTier, Error>({
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
        Error
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
        Error
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
        Error
      >({
        path: `/admin/media/${encodeURIComponent(folder)}/${encodeURIComponent(file)}`,
        method: "DELETE",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @name GetAdminFirstHour
     * @summary List what the site still needs before it goes live
     * @request GET:/admin/first-hour
     * @secure
     */
    getAdminFirstHour: (params: RequestParams = {}) =>
      this.request<FirstHour, Error>({
        path: `/admin/first-hour`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
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
      this.request<FirstHour, Error>({
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
        Error
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
     * @name GetAdminOutbox
     * @summary List the emails of a site without an email server, newest first
     * @request GET:/admin/outbox
     * @secure
     */
    getAdminOutbox: (
      query?: {
        /**
         * @min 1
         * @max 100
         * @default 24
         */
        limit?: number;
        /** @maxLength 2000 */
        cursor?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<Outbox, Error>({
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
     * @name GetAdminOutboxById
     * @summary Get one of these emails
     * @request GET:/admin/outbox/{id}
     * @secure
     */
    getAdminOutboxById: (id: string, params: RequestParams = {}) =>
      this.request<
        {
          id: string;
          /** @format date-time */
          sent_at: string;
          to: string;
          subject: string;
          text: string;
          html: string;
        },
        Error
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
     * @name GetAdminBillingWarnings
     * @summary List payment problems
     * @request GET:/admin/billing-warnings
     * @secure
     */
    getAdminBillingWarnings: (params: RequestParams = {}) =>
      this.request<BillingWarnings, Error>({
        path: `/admin/billing-warnings`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @name GetAdminSettings
     * @summary Get all settings; secrets only as set or not set
     * @request GET:/admin/settings
     * @secure
     */
    getAdminSettings: (params: RequestParams = {}) =>
      this.request<AdminSettings, Error>({
        path: `/admin/settings`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
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
        confirm_losses?: boolean;
        expected?: Record<string, any>;
      },
      params: RequestParams = {},
    ) =>
      this.request<SavedSettings, Error>({
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
        Error
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
     * @name GetAdminSite
     * @summary Get what the public pages say and how they look
     * @request GET:/admin/site
     * @secure
     */
    getAdminSite: (params: RequestParams = {}) =>
      this.request<OwnSite, Error>({
        path: `/admin/site`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
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
        expected?: Record<string, any>;
      },
      params: RequestParams = {},
    ) =>
      this.request<OwnSite, Error>({
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
     * @name PostAdminSettingsWebhook
     * @summary Register the site's webhook endpoint at the payment provider, or repair it
     * @request POST:/admin/settings/webhook
     * @secure
     */
    postAdminSettingsWebhook: (params: RequestParams = {}) =>
      this.request<RegisteredWebhook, Error>({
        path: `/admin/settings/webhook`,
        method: "POST",
        secure: true,
        format: "json",
        ...params,
      }),
  };
  history = {
    /**
     * No description
     *
     * @name GetHistory
     * @summary List what I have viewed, copied and run, latest first, if I can still open it
     * @request GET:/history
     * @secure
     */
    getHistory: (
      query?: {
        action?: "viewed" | "copied" | "ran";
        /**
         * @minLength 1
         * @maxLength 100
         */
        prompt?: string;
        /**
         * @min 1
         * @max 100
         * @default 24
         */
        limit?: number;
        /** @maxLength 2000 */
        cursor?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<History, Error>({
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
        Error
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
     * @name GetHistoryById
     * @summary Get the text as it was then, and what has changed since
     * @request GET:/history/{id}
     * @secure
     */
    getHistoryById: (id: string, params: RequestParams = {}) =>
      this.request<HistoryEntryWithText, Error>({
        path: `/history/${encodeURIComponent(id)}`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
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
        Error
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
     * @name GetMyVersions
     * @summary List my own versions of one prompt or of all, last changed first
     * @request GET:/my-versions
     * @secure
     */
    getMyVersions: (
      query?: {
        /**
         * @min 1
         * @max 100
         */
        limit?: number;
        /** @maxLength 2000 */
        cursor?: string;
        /**
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
          /** @min 0 */
          total: number;
          next_cursor: string | null;
        },
        Error
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
     * @name PostMyVersions
     * @summary Create my own version of a prompt that I can read; counts as a copy
     * @request POST:/my-versions
     * @secure
     */
    postMyVersions: (
      data: {
        /**
         * The id of what is created. Sent again with the same one, as after a lost answer, the request creates nothing more.
         * @format uuid
         */
        id?: string;
        /**
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
      this.request<MyVersion, Error>({
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
     * @name GetMyVersionsById
     * @summary Get one of my versions; it stays mine when my plan ends
     * @request GET:/my-versions/{id}
     * @secure
     */
    getMyVersionsById: (
      id: string,
      query?: {
        difference?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<MyVersion, Error>({
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
        values?: Record<string, string>;
        /**
         * @min 1
         * @max 2147483647
         */
        base_version?: number;
        /** @format date-time */
        updated_at?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<MyVersion, Error>({
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
        Error
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
     * @name GetMyVersionsByIdMerge
     * @summary Get my version merged with the changes of the original; conflicts show both
     * @request GET:/my-versions/{id}/merge
     * @secure
     */
    getMyVersionsByIdMerge: (id: string, params: RequestParams = {}) =>
      this.request<MyVersionMerge, Error>({
        path: `/my-versions/${encodeURIComponent(id)}/merge`,
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
     * @name GetSandboxCheckoutsById
     * @summary Get my test checkout; only in sandbox mode
     * @request GET:/sandbox/checkouts/{id}
     * @secure
     */
    getSandboxCheckoutsById: (id: string, params: RequestParams = {}) =>
      this.request<SandboxCheckout, Error>({
        path: `/sandbox/checkouts/${encodeURIComponent(id)}`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
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
        Error
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
        Error
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
     * @name GetGiftsByCode
     * @summary Get what a gift code gives
     * @request GET:/gifts/{code}
     * @secure
     */
    getGiftsByCode: (code: string, params: RequestParams = {}) =>
      this.request<Gift, Error>({
        path: `/gifts/${encodeURIComponent(code)}`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @name PostGiftsByCodeRedeem
     * @summary Redeem a gift code (single use)
     * @request POST:/gifts/{code}/redeem
     * @secure
     */
    postGiftsByCodeRedeem: (code: string, params: RequestParams = {}) =>
      this.request<Gift, Error>({
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
      this.request<OfferQuote, Error>({
        path: `/offers/quote`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),
  };
  feedAtom = {
    /**
     * @description A key needs the scope `library:read`.
     *
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
      this.request<string, Error>({
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
            summary?: string;
            content_text: string;
            /** @format date-time */
            date_published: string;
            /** @format date-time */
            date_modified: string;
            tags: string[];
          }[];
        },
        Error
      >({
        path: `/feed.json`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),
  };
  keys = {
    /**
     * No description
     *
     * @name GetKeys
     * @summary List my API keys, newest first
     * @request GET:/keys
     * @secure
     */
    getKeys: (
      query?: {
        /**
         * @min 1
         * @max 100
         */
        limit?: number;
        /** @maxLength 2000 */
        cursor?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<
        {
          items: ApiKey[];
          /** @min 0 */
          total: number;
          next_cursor: string | null;
        },
        Error
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
     * @name PostKeys
     * @summary Create an API key; the key itself is only in this response
     * @request POST:/keys
     * @secure
     */
    postKeys: (
      data: {
        /**
         * The id of what is created. Sent again with the same one, as after a lost answer, the request creates nothing more.
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
        days?: 30 | 90 | 365;
      },
      params: RequestParams = {},
    ) =>
      this.request<NewApiKey, Error>({
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
        Error
      >({
        path: `/keys/${encodeURIComponent(id)}`,
        method: "DELETE",
        secure: true,
        format: "json",
        ...params,
      }),
  };
  pages = {
    /**
     * No description
     *
     * @name GetPages
     * @summary List the owner's published pages, such as terms and privacy
     * @request GET:/pages
     * @secure
     */
    getPages: (
      query?: {
        /**
         * @min 1
         * @max 100
         */
        limit?: number;
        /** @maxLength 2000 */
        cursor?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<
        {
          items: PublishedPage[];
          /** @min 0 */
          total: number;
          next_cursor: string | null;
        },
        Error
      >({
        path: `/pages`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),
  };
  connections = {
    /**
     * No description
     *
     * @name GetConnections
     * @summary List the programs that I have connected
     * @request GET:/connections
     * @secure
     */
    getConnections: (
      query?: {
        /**
         * @min 1
         * @max 100
         */
        limit?: number;
        /** @maxLength 2000 */
        cursor?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<
        {
          items: Connection[];
          /** @min 0 */
          total: number;
          next_cursor: string | null;
        },
        Error
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
        Error
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
     * @name GetConnectionsRequestsByUid
     * @summary Get what a program asks for; only in the browser that the request came from
     * @request GET:/connections/requests/{uid}
     * @secure
     */
    getConnectionsRequestsByUid: (uid: string, params: RequestParams = {}) =>
      this.request<ConnectionRequest, Error>({
        path: `/connections/requests/${encodeURIComponent(uid)}`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
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
        Error
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
     * @name GetSessions
     * @summary List where I am signed in
     * @request GET:/sessions
     * @secure
     */
    getSessions: (
      query?: {
        /**
         * @min 1
         * @max 100
         */
        limit?: number;
        /** @maxLength 2000 */
        cursor?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<
        {
          items: Session[];
          /** @min 0 */
          total: number;
          next_cursor: string | null;
        },
        Error
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
        Error
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
        Error
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
}
