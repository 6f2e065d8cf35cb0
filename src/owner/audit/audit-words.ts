import { roles } from '#constants';
import { statusLabel } from '#library/catalog/public/labels.ts';
import { ruleLabels } from '#library/comments/public/rule-labels.ts';
import { importLabels } from '#library/import/public/import-labels.ts';
import { siteLabels } from '#owner/site/public/site-labels.ts';
import { roleName } from '#people/members/public/role-name.ts';
import { settingsLabels } from '#site/settings/public/settings-labels.ts';
import { formatNumber, formatTime } from '#ui/format.ts';
import * as common from '#ui/words/messages.ts';
import type { AuditEntry } from './audit.contract.ts';
import * as m from './words/messages.ts';

const areas: Record<string, (() => string) | undefined> = {
  prompts: common.prompts,
  playbooks: common.playbooks,
  tiers: common.pricing,
  offers: common.offers,
  settings: common.site_settings,
  site: common.site,
  pages: common.pages,
  users: common.users,
  members: m.area_members,
  invitations: m.area_invitations,
  comments: m.area_comments,
  'comment-rules': m.area_comment_rules,
  imports: m.area_imports,
  webhooks: m.area_webhooks,
  media: m.area_pictures,
  bulk: m.area_bulk_changes,
  'bulk-changes': m.area_undone_bulk_changes,
  'first-hour': m.area_first_hour,
  'test-email': m.area_test_email,
  categories: common.categories,
  mailings: m.area_mailings,
  outbox: m.area_outbox,
  mcp: m.area_mcp,
  // Areas of commands.
  admin: m.area_admins,
  member: () => m.area_by_command({ area: m.area_members() }),
  import: () => m.area_by_command({ area: m.area_imports() }),
  keys: m.area_keys,
  mail: m.area_emails,
  restore: m.area_restore,
  billing: m.area_billing,
};

/** The name of an area, or its key if it has no name yet. */
export const areaName = (area: string): string => areas[area]?.() ?? area;

/** Actions named by the last path segment. */
const acts: Record<string, (() => string) | undefined> = {
  'POST undo': m.act_undone,
  'POST restore': m.act_restored,
  'POST revoke': m.act_revoked,
  'POST publish': m.act_published,
  'DELETE publish': m.act_unpublished,
  'POST bulk': m.act_changed_together,
  'POST check': m.act_checked,
  'POST start': m.act_started,
  'POST merge': m.act_merged,
  'PUT order': m.act_reordered,
  'PUT role': m.act_role_changed,
  'PUT suspension': m.act_suspended,
  'DELETE suspension': m.act_suspension_lifted,
  'PUT plan': m.act_plan_given,
  'DELETE plan': m.act_plan_taken,
  'POST emails': m.act_email_sent,
  'POST sign-out': m.act_signed_out,
  'DELETE two-factor': m.act_two_factor_off,
  'POST invitations': m.act_invited,
  'POST test-email': m.act_email_sent,
  'POST test-model': m.act_tested,
  'POST send': m.act_sent,
  'POST stop': m.act_stopped,
  'POST resume': m.act_resumed,
  'POST test': m.act_tested,
};
const methods: Record<string, (() => string) | undefined> = {
  POST: m.act_created,
  PUT: m.act_changed,
  PATCH: m.act_changed,
  DELETE: m.act_deleted,
};

/** The action in a word: `PATCH /admin/tiers/{id}` is "Changed". A command keeps its name. */
export function actionName({ action, details }: Pick<AuditEntry, 'action' | 'details'>): string {
  const [method = '', path = ''] = action.split(' ');
  const end = path.split('/').findLast((part) => !part.startsWith('{')) ?? '';
  if (end === 'send' && typeof details.send_at === 'string') return m.act_scheduled();
  if (end === 'stop' && details.status === 'draft') return m.act_taken_back();
  return (acts[`${method} ${end}`] ?? methods[method])?.() ?? action;
}

export function actorName({ actor_kind, actor_email }: AuditEntry): string {
  if (actor_kind === 'service') return m.actor_service();
  if (actor_kind === 'command') return m.actor_command();
  const name = actor_email ?? m.actor_deleted();
  return actor_kind === 'key' ? m.actor_key({ name }) : name;
}

const fieldNames: Record<string, (() => string) | undefined> = {
  ...settingsLabels,
  ...siteLabels,
  ...importLabels,
  ...ruleLabels,
  body: m.field_body,
  prompt_body: m.field_body,
  content: m.field_body,
  category: m.field_category,
  change: m.field_change,
  decision: m.field_decision,
  email: m.field_email,
  forever: m.field_forever,
  ids: m.field_ids,
  matching: m.field_ids,
  is_hidden: m.field_hidden,
  is_dismissed: m.field_hidden,
  earlier_names: m.field_earlier_names,
  billing_interval: m.field_interval,
  cancel_subscriptions: m.field_cancel,
  created_at: m.field_date,
  is_deleted: m.field_is_deleted,
  into: m.field_into,
  key_id: m.field_key_id,
  kind: m.field_kind,
  name: m.field_name,
  note: m.field_note,
  tier_id: m.field_plan,
  price: m.field_price,
  role: m.field_role,
  status: m.field_status,
  tier_access: m.field_tier_access,
  title: m.field_title,
  until: m.field_until,
  description: m.field_description,
  events: m.field_events,
  is_enabled: m.field_enabled,
  site_logo: m.field_logo,
  slug: m.field_slug,
  stripe_secret_key: m.field_stripe_keys,
  subject: m.field_subject,
  tags: m.field_tags,
  add_tags: m.field_tags,
  remove_tags: m.field_tags,
  url: m.field_url,
  site_logo_type: m.field_logo,
  site_logo_icon: m.field_logo,
  stripe_publishable_key: m.field_stripe_keys,
  stripe_webhook_secret: m.field_stripe_keys,
  code: m.field_code,
  percent_off: m.field_discount,
  amount_off: m.field_discount,
  applies_to: m.field_applies_to,
  tier_ids: m.field_applies_to,
  playbook_ids: m.field_applies_to,
  duration: m.field_length,
  duration_months: m.field_length,
  months: m.field_length,
  days: m.field_length,
  ends_at: m.field_last_day,
  redeem_by: m.field_last_day,
  max_redemptions: m.field_redemptions,
  max_per_member: m.field_redemptions,
  count: m.field_number,
  send_at: m.field_time,
  publish_at: m.field_time,
  segment: m.field_recipients,
  counts_opens: m.field_opens,
  blanks: m.field_blanks,
  difficulty: m.field_difficulty,
  prompt_type: m.field_type,
  preview_image_url: m.field_picture,
  image_url: m.field_picture,
  example_output: m.field_example,
  model_context: m.field_models,
  use_cases: m.field_use_cases,
  steps: m.field_steps,
  is_purchasable: m.field_sale,
  daily_copy_limit: m.field_limits,
  daily_run_limit: m.field_limits,
  reading_counts: m.field_limits,
  trial_days: m.field_trial,
  featured: m.field_featured,
  features: m.field_features,
  shows_first_lines: m.field_first_lines,
  footer_position: m.field_footer,
  asks_consent: m.field_consent,
  access_level: m.field_tier_access,
  is_active: m.field_enabled,
};
/** The name of a field that was sent, or its key if it has no name yet. */
const fieldName = (name: string): string => fieldNames[name]?.() ?? name;

/** The words for values that are kept as codes. */
const valueNames: Record<string, ((value: string) => string | undefined) | undefined> = {
  change: (names) => [...new Set(names.split(', ').map(fieldName))].join(', '),
  decision: (value) => ({ approve: m.value_approved(), remove: m.value_removed() })[value],
  role: (value) => {
    const role = roles.find((known) => known === value);
    return role && roleName(role);
  },
  status: (value) =>
    ({
      draft: statusLabel('draft'),
      published: statusLabel('published'),
      hidden: m.field_hidden(),
      visible: m.value_visible(),
    })[value],
};

/** Fields that say nothing about the change: its own id, what it was based on, and that its consequences were seen. */
const uninformative = ['id', 'updated_at', 'decided_at', 'expected', 'confirm_losses'];

/** The fields that were sent, with the values that the log keeps: names for ids, and times in the reader's format. */
export function detailsOf(
  { action, fields, details }: Pick<AuditEntry, 'action' | 'fields' | 'details'>,
  names: ReadonlyMap<unknown, string>,
): string {
  const isTime = (value: unknown) => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T/.test(value);
  const shownValue = (name: string, value: unknown) => {
    if (typeof value === 'boolean') return value ? m.yes() : m.no();
    if (typeof value === 'number') return formatNumber(value);
    const word = typeof value === 'string' ? valueNames[name]?.(value) : undefined;
    if (word !== undefined) return word;
    return names.get(value) ?? (isTime(value) ? formatTime(String(value)) : String(value ?? '–'));
  };
  // An email without a time is sent at once.
  const told = Object.entries(details).filter(([name, value]) => name !== 'send_at' || value !== null);
  const known = told.map(([name, value]) => `${fieldName(name)}: ${shownValue(name, value)}`);
  const isOrder = action.endsWith('/order');
  const others = fields
    .filter((name) => !(name in details) && !uninformative.includes(name) && !(isOrder && name === 'ids'))
    .map(fieldName);
  return [...known, ...new Set(others)].join(', ');
}
