import { classNames } from './class-names.ts';

/*
 * Parts of a page whose app is still on its way. The page's own script (src/shell/page-script/show-early.ts) fills them in with what it has
 * asked the server for.
 */

type Props = {
  /** The field that is written here: 'item.title', or 'list.items.0.title'. */
  name: string;
  as?: 'div' | 'h2' | 'p' | 'pre' | 'span';
  /** Classes after `empty:` are those of a loading shape, which it is until then. */
  className: string;
  /** The field is markdown, of which only the words are shown. */
  isMarkdown?: boolean;
};

/** A place for a text or a number. */
export const EarlyField = ({ name, as: Tag = 'div', className, isMarkdown = false }: Props) => (
  <Tag
    dir="auto"
    data-field={name}
    data-markdown={isMarkdown ? '' : undefined}
    className={classNames('skeleton-when-empty', className)}
    // The app leaves what the script has written.
    suppressHydrationWarning
  >
    {''}
  </Tag>
);

/** For the element that is filled in, all at once, when these are there: 'item', or 'stats runs list'. */
export const filledWith = (parts: string) => ({ 'data-early': parts, suppressHydrationWarning: true });

/** Whether words that came before the app are still shown. */
export const isFilledIn = () => document.querySelector('[data-filled]') !== null;

/**
 * For an element that is there only if this field is: `<li {...shownWith('list.items.0')}>`. With `is` it has to have that value, with
 * `isNot` another one.
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
