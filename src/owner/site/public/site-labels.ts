import * as common from '#ui/words/messages.ts';
import * as m from '../words/messages.ts';

/** What the parts of the public pages are called. */
export const siteLabels = {
  brand: m.brand,
  hero: m.headline_section,
  figures: m.figures,
  specimen: m.sample_prompt,
  partners: common.partners,
  benefits: m.benefits,
  questions: m.questions,
  footer: m.footer,
};
