import { classNames } from './class-names.ts';

/*
 * Placeholders on a page whose app is still loading. The page's own script (src/shell/page-script/show-early.ts) fills them with the
 * data it has requested.
 */

type Props = {
  /** The path of the field: 'item.title', or 'list.items.0.title'. */
  name: string;
  as?: 'div' | 'h2' | 'p' | 'pre' | 'span';
  /** Classes after `empty:` style the placeholder until the field is filled. */
  className: string;
  /** The field is Markdown, and is shown as plain text. */
  isMarkdown?: boolean;
};

/** A placeholder for a text or number. */
export const EarlyField = ({ name, as: Tag = 'div', className, isMarkdown = false }: Props) => (
  <Tag
    dir="auto"
    data-field={name}
    data-markdown={isMarkdown ? '' : undefined}
    className={classNames('skeleton-when-empty', className)}
    // The app keeps the text from the script.
    suppressHydrationWarning
  >
    {''}
  </Tag>
);

/** Marks an element that is filled in at once when all of this data has arrived: 'item', or 'stats runs list'. */
export const filledWith = (parts: string) => ({ 'data-early': parts, suppressHydrationWarning: true });

/** Whether the page still shows text that was filled in before the app started. */
export const isFilledIn = () => document.querySelector('[data-filled]') !== null;

/**
 * Shows an element only if this field exists: `<li {...shownWith('list.items.0')}>`. With `is`, the field must also have that value; with
 * `isNot`, another one.
 */
export const shownWith = (
  name: string,
  { is, isNot }: { is?: string | undefined; isNot?: string | undefined } = {},
) => ({
  'data-if': name,
  'data-is': is,
  'data-is-not': isNot,
  suppressHydrationWarning: true,
});
