import { z } from 'zod';
import { limits } from '#constants';
import { line } from '#platform/contract/contract-fields.ts';
import * as m from '../words/messages.ts';

const name = line(limits.contentTitle).min(1);
/** A path on this site, a URL, or an email link. */
const address = line(limits.settingValue).regex(
  /^(https?:\/\/[^\s/]\S*|mailto:[^\s@]+@[^\s@]+|\/(?![/\\])\S*)$/,
  {
    error: () => m.enter_an_address(),
  },
);
const paragraph = line(limits.contentText).min(1);

/** The owner's texts for the home page and the pricing page. Each part can be turned off. */
export const siteContentFields = {
  /** `{name}` in the text is the site's name. */
  hero: z.strictObject({ headline: name, text: paragraph }),
  figures: z.strictObject({
    mode: z.enum(['written', 'counted', 'off']),
    prompts: line(limits.contentFigure),
    playbooks: line(limits.contentFigure),
    users: line(limits.contentFigure),
  }),
  specimen: z.strictObject({
    is_shown: z.boolean(),
    title: name,
    eyebrow: line(limits.contentTitle),
    text: paragraph,
  }),
  partners: z.strictObject({
    is_shown: z.boolean(),
    groups: z.array(z.array(name).min(1).max(limits.contentPartners)).max(limits.contentGroups),
  }),
  benefits: z.strictObject({
    is_shown: z.boolean(),
    items: z.array(z.strictObject({ title: name, text: paragraph })).max(limits.contentItems),
  }),
  questions: z.strictObject({
    is_shown: z.boolean(),
    items: z.array(z.strictObject({ title: name, text: paragraph })).max(limits.contentItems),
  }),
  footer: z.strictObject({
    links: z
      .array(z.strictObject({ label: line(limits.footerLabel).min(1), address }))
      .max(limits.footerLinks),
  }),
};
