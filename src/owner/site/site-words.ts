import { wordOf } from '#ui/saving/conflict-words.ts';
import * as common from '#ui/words/messages.ts';
import type { SitePath } from './site-form.ts';
import * as m from './words/messages.ts';

export const figureModes = () => [
  { value: 'written', label: m.the_figures_below() },
  { value: 'counted', label: m.what_this_site_has_counted() },
  { value: 'off', label: m.no_figures() },
];

export const logoTypes = () => [
  { value: 'icon' as const, label: m.icon() },
  { value: 'image' as const, label: m.picture() },
];

const within = (part: () => string, field: () => string) => () => `${part()}: ${field()}`;

/** What the fields are called outside their sections. */
export const fieldLabels = {
  'brand.site_name': m.site_name,
  'brand.site_tagline': m.tagline,
  'brand.site_logo_type': m.logo,
  'brand.site_logo_icon': within(m.logo, m.icon),
  'brand.site_logo': m.logo_picture,
  'brand.site_favicon': m.favicon,
  'brand.site_accent': m.accent_color,
  'hero.headline': m.headline,
  'hero.text': within(m.headline_section, m.text_below_headline),
  'figures.mode': within(m.figures, common.show),
  'figures.prompts': within(m.figures, common.prompts),
  'figures.playbooks': within(m.figures, common.playbooks),
  'figures.users': within(m.figures, common.users),
  'specimen.is_shown': m.show_a_sample_prompt,
  'specimen.title': within(m.sample_prompt, common.title),
  'specimen.eyebrow': within(m.sample_prompt, m.category_and_type),
  'specimen.text': within(m.sample_prompt, m.text),
  'partners.is_shown': m.show_partners,
  'partners.groups': common.partners,
  'benefits.is_shown': m.show_benefits,
  'benefits.items': m.benefits,
  'questions.is_shown': m.show_questions,
  'questions.items': m.questions,
  'footer.links': m.footer,
} satisfies Record<SitePath, () => string>;

export const fieldWords = {
  'brand.site_logo_type': wordOf(logoTypes),
  'figures.mode': wordOf(figureModes),
};
