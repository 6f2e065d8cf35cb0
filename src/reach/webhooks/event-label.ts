import type { Delivery } from './webhooks.contract.ts';
import * as m from './words/messages.ts';

export const eventLabel = (type: Delivery['type']): string => labels[type]();

const labels: Record<Delivery['type'], () => string> = {
  'item.published': m.item_published,
  'item.changed': m.item_changed,
  'item.unpublished': m.item_unpublished,
  'member.joined': m.member_joined,
  'plan.started': m.plan_started,
  'plan.changed': m.plan_changed,
  'plan.ended': m.plan_ended,
  'purchase.created': m.purchase_created,
  'comment.created': m.comment_created,
  'webhook.test': m.test_event,
};
