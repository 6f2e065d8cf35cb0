import type { placeForm } from '#library/catalog/public/place-form.ts';
import * as common from '#ui/words/messages.ts';
import * as m from '../words/messages.ts';
import type { playbookFields } from './playbook-fields.ts';

/** The labels of a playbook's fields in its editor. */
export const playbookFieldLabels = {
  slug: common.address,
  created_at: common.date,
  publish_at: common.publish_on,
  title: common.title,
  description: common.description,
  category: common.category,
  tags: common.tags,
  status: common.status,
  tier_access: common.tier_access,
  is_purchasable: m.purchasable,
  price: common.price,
  image_url: m.playbook_image,
  steps: m.steps,
} satisfies Record<keyof typeof playbookFields | keyof ReturnType<typeof placeForm>, () => string>;
