import type { AccessMode, IsolationLevel, Kysely } from 'kysely';
import type { DB as EveryColumn } from '#platform/database/database.types.ts';
import type { Database, DB } from './database.ts';
import type { Grant, Operator } from './internal/proofs.ts';

type OnItem = {
  vote: Pick<DB, 'votes'>;
  favorite: Pick<DB, 'figure_events' | 'user_favorites'>;
  comment: Pick<DB, 'comments'>;
  read: Pick<DB, 'daily_copies' | 'daily_reads'>;
  'ask-model': Pick<DB, 'daily_runs' | 'history_entries' | 'model_months'>;
  copy: Pick<DB, 'daily_copies' | 'daily_reads' | 'history_entries' | 'user_activity'>;
};

type SentColumn = keyof DB['auth.users'] & (`${string}_sent_at` | 'invited_at');

/** The tables and columns that recomputing a member's plan and purchases writes. */
type Entitlements = Pick<DB, 'gifts' | 'user_playbook_purchases'> & {
  profiles: Pick<
    DB['profiles'],
    | 'id'
    | 'tier_id'
    | 'tier_until'
    | 'complimentary_tier_id'
    | 'complimentary_until'
    | 'complimentary_next_tier_id'
  >;
};

/** The tables that each proof opens for writing. A proof that isn't listed opens none. */
interface Opens {
  prompt: OnItem & {
    report: Pick<DB, 'prompt_outcomes'>;
    'record-view': { prompts: Pick<DB['prompts'], 'id' | 'view_count'> } & Pick<
      DB,
      'figure_events' | 'history_entries'
    >;
    edit: Pick<EveryColumn, 'earlier_prompt_slugs' | 'prompts'>;
    delete: Pick<DB, 'prompts'>;
  };
  playbook: OnItem & {
    'record-view': { playbooks: Pick<DB['playbooks'], 'id' | 'view_count'> } & Pick<
      DB,
      'figure_events' | 'history_entries'
    >;
    'keep-position': Pick<DB, 'playbook_progress'>;
    edit: Pick<EveryColumn, 'earlier_playbook_slugs' | 'playbooks' | 'playbook_steps_new'>;
    delete: Pick<DB, 'playbook_payments' | 'playbooks'>;
  };
  comment: {
    edit: Pick<DB, 'comments'>;
    delete: Pick<DB, 'comments'>;
    report: Pick<DB, 'comment_reports'>;
    moderate: Pick<DB, 'comment_reports' | 'comments'>;
  };
  person: {
    suspend: Pick<DB, 'auth.sessions'> & {
      'auth.users': Pick<DB['auth.users'], 'id' | 'banned_until' | 'updated_at'>;
      profiles: Pick<DB['profiles'], 'id' | 'suspension_note'>;
    };
    'sign-out': Pick<DB, 'auth.sessions'>;
    'send-email': Pick<DB, 'auth.one_time_tokens'> & {
      'auth.users': Pick<DB['auth.users'], 'id' | 'email' | 'new_email' | SentColumn>;
    };
    'turn-off-two-factor': Pick<
      DB,
      'auth.factors' | 'auth.passkeys' | 'auth.recovery_codes' | 'auth.sessions'
    >;
    remove: Pick<DB, 'auth.users'>;
    'assign-role': { profiles: Pick<DB['profiles'], 'id' | 'role'> };
  };
  'my-version': { edit: Pick<DB, 'my_versions'> };
  collection: { edit: Pick<DB, 'collections' | 'collection_items'> };
  account: {
    update: {
      profiles: Pick<
        DB['profiles'],
        | 'id'
        | 'display_name'
        | 'bio'
        | 'email_news'
        | 'email_notifications'
        | 'email_replies'
        | 'locale'
        | 'weekly_digest'
      >;
    };
    delete: Pick<DB, 'auth.users'>;
    redeem: Entitlements;
    keep: Pick<
      DB,
      | 'blank_values'
      | 'collection_items'
      | 'collections'
      | 'history_entries'
      | 'my_versions'
      | 'prompt_results'
    >;
    'keep-runs': Pick<DB, 'history_entries' | 'playbook_run_steps' | 'playbook_runs'>;
    'manage-keys': Pick<DB, 'api_keys' | 'oauth_records'>;
    'end-sessions': Pick<DB, 'auth.sessions'>;
    'confirm-session': Pick<DB, 'auth.sessions'>;
    buy: Pick<DB, 'checkouts' | 'billing_customers' | 'page_consents' | 'tier_prices'>;
    'change-plan': Pick<DB, 'checkouts' | 'billing_customers' | 'page_consents' | 'tier_prices'>;
  };
  site: {
    'create-prompts': Pick<EveryColumn, 'prompts'>;
    'create-playbooks': Pick<EveryColumn, 'playbooks' | 'playbook_steps_new'>;
    'manage-catalog': Pick<DB, 'bulk_changes' | 'playbooks' | 'prompts'>;
    'manage-categories': Pick<
      DB,
      'categories' | 'earlier_category_names' | 'earlier_category_slugs' | 'playbooks' | 'prompts'
    >;
    'import-items': Pick<EveryColumn, 'import_files' | 'import_rows' | 'imports'>;
    'invite-members': Pick<DB, 'auth.one_time_tokens' | 'auth.users' | 'page_consents'> & {
      profiles: Pick<DB['profiles'], 'id' | 'email' | 'role'>;
    };
    'manage-gifts': Entitlements;
    'manage-offers': Pick<DB, 'offers'>;
    'manage-pages': Pick<DB, 'page_versions' | 'pages'>;
    'manage-settings': Pick<DB, 'site_settings'>;
    'manage-tiers': Pick<DB, 'tiers'>;
    'manage-webhooks': Pick<DB, 'webhook_deliveries' | 'webhook_endpoints' | 'webhook_events'>;
    'send-mailings': Pick<DB, 'mailing_recipients' | 'mailings'> & {
      profiles: Pick<DB['profiles'], 'id' | 'email_bounced_at' | 'email_bounce_reason'>;
    };
  };
}

/** The same for the site itself and its owner. */
interface OpensToOperator {
  accounts: Pick<
    DB,
    | 'api_keys'
    | 'auth.challenges'
    | 'auth.factors'
    | 'auth.identities'
    | 'auth.known_devices'
    | 'auth.one_time_tokens'
    | 'auth.passkeys'
    | 'auth.recovery_codes'
    | 'auth.refresh_tokens'
    | 'auth.service_tokens'
    | 'auth.sessions'
    | 'auth.sign_in_flows'
    | 'auth.signing_keys'
    | 'auth.users'
    | 'oauth_records'
    | 'page_consents'
    | 'profiles'
  >;
  backups: Pick<DB, 'site_settings'>;
  figures: Pick<DB, 'figure_days' | 'figure_events' | 'figure_sums'>;
  library: Pick<
    EveryColumn,
    | 'import_files'
    | 'import_rows'
    | 'imports'
    | 'playbook_steps_new'
    | 'playbooks'
    | 'prompts'
    | 'site_settings'
    | 'tiers'
  >;
  mailings: Pick<
    DB,
    'digest_weeks' | 'mailing_pixels' | 'mailing_recipients' | 'mailing_sender' | 'mailings'
  > & {
    profiles: Pick<DB['profiles'], 'id' | 'email_bounced_at' | 'email_bounce_reason'>;
  };
  media: Pick<DB, never>;
  /** The records of the authorization server. */
  programs: Pick<DB, 'oauth_records'>;
  payments: Pick<
    DB,
    | 'announced_prices'
    | 'billing_customers'
    | 'billing_events'
    | 'checkouts'
    | 'gifts'
    | 'playbook_payments'
    | 'profiles'
    | 'refunded_invoices'
    | 'sandbox_objects'
    | 'subscription_invoices'
    | 'subscriptions'
    | 'tier_prices'
    | 'trial_uses'
    | 'user_playbook_purchases'
  >;
  retention: Pick<
    DB,
    | 'audit_log'
    | 'auth.one_time_tokens'
    | 'auth.refresh_tokens'
    | 'auth.sessions'
    | 'auth.signing_keys'
    | 'auth.users'
    | 'billing_events'
    | 'bulk_changes'
    | 'checkouts'
    | 'daily_copies'
    | 'daily_reads'
    | 'history_entries'
    | 'daily_runs'
    | 'imports'
    | 'mailing_pixels'
    | 'mailings'
    | 'oauth_records'
    | 'playbook_payments'
    | 'playbooks'
    | 'prompts'
    | 'rate_limits'
    | 'user_activity'
    | 'webhook_events'
  >;
  webhooks: Pick<DB, 'webhook_deliveries' | 'webhook_endpoints'>;
  /** For the emails about comments: those that wait for the team, and replies. */
  comments: Pick<DB, 'site_settings'> & { comments: Pick<DB['comments'], 'id' | 'untold_parent_id'> };
}

declare const opened: unique symbol;

/** A database, or a transaction in it, that reads like any `Database` and writes the tables in `Tables`. */
export type Writer<Tables> = Database &
  Pick<Kysely<Tables>, 'insertInto' | 'updateTable' | 'deleteFrom'> & {
    transaction(): Transaction<Tables>;
    /** Runs all of the work on one connection. */
    connection(): { execute<Result>(work: (connection: Writer<Tables>) => Promise<Result>): Promise<Result> };
    /** Never set. Without it, writers for different tables would have the same type, because Kysely's methods are generic in the table's name. */
    readonly [opened]?: Tables;
  };
interface Transaction<Tables> {
  execute<Result>(work: (transaction: Writer<Tables>) => Promise<Result>): Promise<Result>;
  setAccessMode(mode: AccessMode): Transaction<Tables>;
  setIsolationLevel(level: IsolationLevel): Transaction<Tables>;
}

/** The tables that this proof may write. */
export type WriterFor<Kind extends keyof Opens, Name extends keyof Opens[Kind]> = Writer<Opens[Kind][Name]>;
export type EntitlementsWriter = Writer<Entitlements>;
export type OperatorWriter<Purpose extends keyof OpensToOperator> = Writer<OpensToOperator[Purpose]>;

/** The only way to write: `db`, opened for the tables of the proof. */
export function writable<Kind extends keyof Opens & string, Name extends keyof Opens[Kind] & string>(
  db: Database,
  proof: Grant<Kind, Name>,
): WriterFor<Kind, Name>;
export function writable<Purpose extends keyof OpensToOperator>(
  db: Database,
  proof: Operator<Purpose>,
): OperatorWriter<Purpose>;
export function writable(db: Database): unknown {
  return db;
}
