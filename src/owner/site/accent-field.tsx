import { useWatch } from 'react-hook-form';
import { barColors, ownAccent, shadeFor } from '#site/settings/public/accent.ts';
import { brandFields } from '#site/settings/public/brand-fields.ts';
import { Button } from '#ui/button.tsx';
import { formatNumber } from '#ui/format.ts';
import { Field } from '#ui/forms/field.tsx';
import type { SiteForm } from './site-form.ts';
import * as m from './words/messages.ts';

const paper = barColors('');

/** Rounded down to one decimal, so that 4.49 doesn't pass as 4.5. */
const rounded = (contrast: number) => formatNumber(Math.floor(contrast * 10) / 10);

/** A color, and its shade in each theme. */
export function AccentField({ form }: { form: SiteForm }) {
  const typed = useWatch({ control: form.control, name: 'brand.site_accent' });
  const accent = brandFields.shape.site_accent.safeParse(typed).data;
  const choose = (color: string) =>
    form.setValue('brand.site_accent', color, { shouldDirty: true, shouldValidate: true });
  return (
    <div>
      <div className="flex items-end gap-3">
        <Field
          className="flex-1"
          label={m.accent_color()}
          placeholder={ownAccent.light}
          {...form.register('brand.site_accent')}
          error={form.formState.errors.brand?.site_accent?.message}
        />
        <input
          type="color"
          aria-label={m.choose_accent_color()}
          className="h-11 w-14 cursor-pointer rounded-md border border-line-strong bg-surface p-1"
          value={accent || ownAccent.light}
          onChange={(event) => choose(event.target.value)}
        />
      </div>
      <p className="mt-1.5 text-[0.8125rem] text-muted">{m.accent_hint()}</p>
      {accent && (
        <>
          <ul className="mt-3 space-y-2 text-sm" aria-live="polite">
            <Shade title={m.in_the_light_theme()} {...shadeFor(accent, 'light')} paper={paper.light} />
            <Shade title={m.in_the_dark_theme()} {...shadeFor(accent, 'dark')} paper={paper.dark} />
          </ul>
          <Button
            size="small"
            variant="quiet"
            className="mt-2"
            onClick={() => {
              // The button disappears.
              form.setFocus('brand.site_accent');
              choose('');
            }}
          >
            {m.use_standard_color()}
          </Button>
        </>
      )}
    </div>
  );
}

type ShadeProps = ReturnType<typeof shadeFor> & { title: string; paper: string };

const Shade = ({ title, color, contrast, isAdjusted, paper }: ShadeProps) => (
  <li className="flex items-start gap-3">
    <span
      aria-hidden="true"
      className="mt-0.5 grid size-8 shrink-0 place-items-center rounded-sm border border-line"
      style={{ backgroundColor: paper }}
    >
      <span className="size-4 rounded-full" style={{ backgroundColor: color }} />
    </span>
    <span>
      <b className="font-semibold">{title}</b>
      <br />
      <span className="text-muted">
        {isAdjusted
          ? m.color_is_adjusted({ contrast: rounded(contrast), color })
          : m.color_is_used({ contrast: rounded(contrast) })}
      </span>
    </span>
  </li>
);
