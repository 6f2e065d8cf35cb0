import { useDeferredValue, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { useTiers } from '#money/tiers/public/use-tiers.ts';
import { figuresOf } from '#pages/home/public/figures.ts';
import { HomeView } from '#pages/home/public/home-view.tsx';
import { shownContent } from '#site/content/public/shown-content.ts';
import type { OwnSite } from '#site/content/public/site-content.ts';
import { isStored } from '#site/media/public/media-address.ts';
import { accentStyle } from '#site/settings/public/accent.ts';
import { brandFields } from '#site/settings/public/brand-fields.ts';
import { useSiteSettings } from '#site/settings/public/site-settings.tsx';
import { Chip } from '#ui/chip.tsx';
import { LogoMark } from '#ui/logo-mark.tsx';
import * as common from '#ui/words/messages.ts';
import { groupsInput, type SiteForm, type siteForm } from './site-form.ts';
import * as m from './words/messages.ts';

const widths = { computer: 1_280, phone: 390 };
const height = 900;

type Props = { form: SiteForm; site: Pick<OwnSite, 'counts' | 'default_words'> };

/** A live preview of the home page, in a frame so that it has the site's width and colors. */
export function SitePreview({ form, site }: Props) {
  const [theme, setTheme] = useState<'light' | 'dark'>('light');
  const [device, setDevice] = useState<'computer' | 'phone'>('computer');
  const [page, setPage] = useState<Document>();
  const place = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(400);
  useLayoutEffect(() => {
    if (!place.current) return;
    const observer = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width));
    observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  const scale = Math.min(1, width / widths[device]);
  if (page) page.documentElement.dataset.theme = theme;
  return (
    <section aria-label={m.preview_of_your_changes()}>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <h2 className="mr-auto text-xl max-sm:basis-full">{common.preview()}</h2>
        {(
          [
            ['computer', m.computer],
            ['phone', m.phone],
          ] as const
        ).map(([name, words]) => (
          <Chip key={name} pressed={device === name} onClick={() => setDevice(name)}>
            {words()}
          </Chip>
        ))}
        {(
          [
            ['light', m.light],
            ['dark', m.dark],
          ] as const
        ).map(([name, words]) => (
          <Chip key={name} pressed={theme === name} onClick={() => setTheme(name)}>
            {words()}
          </Chip>
        ))}
      </div>
      <div
        ref={place}
        className="relative overflow-hidden rounded-md border border-line"
        // The shape is known before the width, so that nothing shifts.
        style={device === 'phone' ? { height: 600 } : { aspectRatio: `${widths.computer} / ${height}` }}
      >
        <iframe
          title={m.preview_of_your_changes()}
          tabIndex={-1}
          srcDoc="<!doctype html><html><head></head><body></body></html>"
          className="absolute top-0 block origin-top-left border-0"
          style={{
            width: widths[device],
            height: device === 'phone' ? 600 / scale : height,
            left: Math.max(0, (width - widths[device]) / 2),
            transform: `scale(${scale})`,
          }}
          onLoad={({ currentTarget: { contentDocument } }) => {
            if (!contentDocument) return;
            const sheets = [
              ...document.head.querySelectorAll('link[rel="stylesheet"], style:not([data-accent])'),
            ].map((sheet) => contentDocument.importNode(sheet, true));
            contentDocument.head.append(...sheets);
            contentDocument.documentElement.style.scrollbarGutter = 'auto';
            contentDocument.documentElement.lang = document.documentElement.lang;
            // Rendered once its styles and fonts are loaded, or it would shift.
            const styled = sheets.map(
              (sheet) =>
                sheet.nodeName === 'STYLE' ||
                new Promise((done) => {
                  sheet.addEventListener('load', done);
                  sheet.addEventListener('error', done);
                }),
            );
            void Promise.all(styled)
              .then(() => Promise.allSettled(latinFonts(contentDocument).map((font) => font.load())))
              .then(() => setPage(contentDocument));
          }}
        />
      </div>
      {page && createPortal(<PreviewedPage form={form} site={site} />, page.body)}
    </section>
  );
}

/** The site's Latin fonts, as declared in its style sheets. */
const latinFonts = (page: Document) =>
  [...page.fonts].filter(({ style, unicodeRange }) => style === 'normal' && /^U\+0+-/i.test(unicodeRange));

function PreviewedPage({ form, site: { counts, default_words } }: Props) {
  const values = useDeferredValue(useWatch({ control: form.control }) as z.input<typeof siteForm>);
  const { currency } = useSiteSettings();
  const tiers = useTiers();
  const { brand, figures, footer } = values;
  const groups = groupsInput.safeParse(values.partners.groups).data ?? [];
  const content = shownContent({ ...values, partners: { ...values.partners, groups } }, default_words);
  const { questions } = content;
  const accent = brandFields.shape.site_accent.safeParse(brand.site_accent).data ?? '';
  return (
    <div inert>
      <style>{accentStyle(accent)}</style>
      <p className="flex h-16 items-center gap-2.5 border-b border-line px-5 md:px-10">
        <LogoMark settings={brand} ratio={isStored(brand.site_logo, 'site') ? 'shown' : undefined} />
        <span className="truncate font-serif text-xl font-medium">{brand.site_name}</span>
      </p>
      <HomeView
        tiers={tiers}
        currency={currency}
        siteName={brand.site_name}
        content={content}
        figures={figuresOf(figures, figures.mode === 'counted' ? counts : undefined)}
      />
      {questions.is_shown && (
        <dl className="page divide-y divide-line">
          {questions.items.map(({ title, text }) => (
            <div key={title} className="py-5">
              <dt className="font-serif text-lg font-medium">{title}</dt>
              <dd className="mt-2 text-muted">{text}</dd>
            </div>
          ))}
        </dl>
      )}
      <p className="mt-16 flex flex-wrap gap-6 border-t border-line px-10 py-8 text-sm text-muted">
        <span>{brand.site_name}</span>
        {footer.links.map(({ label, address }) => (
          <span key={`${label}${address}`}>{label}</span>
        ))}
      </p>
    </div>
  );
}
