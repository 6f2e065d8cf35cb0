import { useLocation } from 'react-router';
import { languages, locales } from '#constants';
import { locale } from '#platform/language/locale.ts';
import { classNames } from '#ui/class-names.ts';

const layout = 'flex flex-wrap gap-x-4';

/** The languages by their own names, as a plain form: the answer is this page in the chosen language. */
export function LanguageSwitch({ className }: { className?: string }) {
  const { pathname, search } = useLocation();
  return (
    <form method="post" action="/language" className={classNames(layout, className)}>
      <input type="hidden" name="from" value={`${pathname}${search}`} />
      <Languages type="submit" />
    </form>
  );
}

/** The same as buttons, for pages that may only have one form. The page's script handles them. */
export const LanguageButtons = ({ className }: { className?: string }) => (
  <div className={classNames(layout, className)}>
    <Languages type="button" />
  </div>
);

const Languages = ({ type }: { type: 'submit' | 'button' }) =>
  locales.map((item) => (
    <button
      key={item}
      type={type}
      name="language"
      value={item}
      lang={item}
      aria-current={item === locale() ? 'true' : undefined}
      className="min-h-8 hover:text-ink aria-[current]:font-semibold aria-[current]:text-ink"
    >
      {languages[item].name}
    </button>
  ));
