import { z } from 'zod';
import { siteContentFields } from './content-fields.ts';
import type { SiteContent } from './site-content.contract.ts';

/** Partners are typed as lines: a group a line, names separated by commas. */
const groupsInput = z
  .string()
  .transform((text) =>
    text
      .split('\n')
      .map((row) =>
        row
          .split(',')
          .map((name) => name.trim())
          .filter(Boolean),
      )
      .filter((group) => group.length > 0),
  )
  .pipe(siteContentFields.partners.shape.groups);

export const contentForm = z.object({
  ...siteContentFields,
  partners: z.object({ is_shown: z.boolean(), groups: groupsInput }),
});

export const toInputs = (content: SiteContent): z.input<typeof contentForm> => ({
  ...content,
  partners: {
    is_shown: content.partners.is_shown,
    groups: content.partners.groups.map((group) => group.join(', ')).join('\n'),
  },
});
