import type { UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import { asTyped } from '#platform/text/line-ends.ts';
import { siteContentFields } from '#site/content/public/content-fields.ts';
import type { OwnSite } from '#site/content/public/site-content.ts';
import { brandFields } from '#site/settings/public/brand-fields.ts';
import { linesOf, parsedInput } from '#ui/forms/input-schemas.ts';

/** Partners are typed as lines: one line per group, with names separated by commas. */
export const groupsInput = parsedInput(siteContentFields.partners.shape.groups, (text) =>
  linesOf(text)
    .map((row) =>
      row
        .split(',')
        .map((name) => name.trim())
        .filter(Boolean),
    )
    .filter((group) => group.length > 0),
);

export const siteForm = z.object({
  ...siteContentFields,
  brand: brandFields,
  partners: z.object({ is_shown: z.boolean(), groups: groupsInput }),
});

type Inputs = z.input<typeof siteForm>;
/** The paths of the fields, such as `hero.headline`. */
export type SitePath = { [Part in keyof Inputs]: `${Part}.${string & keyof Inputs[Part]}` }[keyof Inputs];
export type SiteForm = UseFormReturn<Inputs, unknown, z.output<typeof siteForm>>;

export const toInputs = ({ counts: _counts, default_words: _words, ...content }: OwnSite): Inputs =>
  asTyped({
    ...content,
    partners: {
      is_shown: content.partners.is_shown,
      groups: content.partners.groups.map((group) => group.join(', ')).join('\n'),
    },
  });
