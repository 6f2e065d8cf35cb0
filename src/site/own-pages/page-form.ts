import { z } from 'zod';
import { asTyped } from '#platform/text/line-ends.ts';
import { optionalNumberInput } from '#ui/forms/input-schemas.ts';
import type { SchemaForm } from '#ui/forms/use-schema-form.ts';
import * as common from '#ui/words/messages.ts';
import type { AdminPage } from './own-pages.contract.ts';
import { pageFields } from './page-fields.ts';
import * as m from './words/messages.ts';

export const pageForm = z.object({
  ...pageFields,
  /** Empty if the page isn't in the footer. */
  footer_position: optionalNumberInput(pageFields.footer_position.unwrap()),
});

type Inputs = z.input<typeof pageForm>;
export type PageForm = SchemaForm<Inputs, z.output<typeof pageForm>>;

export const toInputs = (page: AdminPage): Inputs =>
  asTyped({
    title: page.title,
    slug: page.slug,
    body: page.body,
    footer_position: page.footer_position === null ? '' : String(page.footer_position),
    asks_consent: page.asks_consent,
  });

export const fieldLabels = {
  title: common.title,
  slug: common.address,
  body: m.text_of_page,
  footer_position: m.place_in_footer,
  asks_consent: m.asks_consent,
};
