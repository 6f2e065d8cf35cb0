import { type ComponentProps, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import { Link } from 'react-router';
import { classNames } from './class-names.ts';

type Styles = {
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger';
  size?: 'small' | 'medium' | 'large' | 'icon';
};

const variants = {
  primary: 'bg-accent text-on-accent hover:bg-accent-hover',
  secondary: 'border border-line-strong bg-surface text-ink hover:border-ink',
  quiet: 'text-ink hover:bg-sunken',
  danger: 'bg-danger text-on-danger hover:opacity-90',
};
const sizes = {
  small: 'min-h-8 px-3 py-1 text-[0.8125rem]',
  medium: 'min-h-10 px-4 py-1 text-sm max-md:min-h-11 max-[18rem]:px-3',
  large: 'min-h-12 px-6 py-1 text-base max-[18rem]:px-3 max-[18rem]:text-sm',
  icon: 'size-10 shrink-0 max-md:size-11',
};

export function buttonStyles({ variant = 'primary', size = 'medium' }: Styles, className?: string) {
  return classNames(
    'inline-flex max-w-full items-center justify-center gap-2 rounded-md text-center font-semibold transition-colors',
    // On a phone, a label can be wider than the page. Elsewhere, buttons in a row keep it on one line.
    'min-w-fit text-balance max-[18rem]:[overflow-wrap:anywhere] min-[30rem]:whitespace-nowrap',
    'disabled:opacity-60 aria-disabled:opacity-60',
    variants[variant],
    sizes[size],
    className,
  );
}

/** A button that is disabled while it works loses the focus, and gets it back afterward unless another element has it. */
export function Button({
  variant,
  size,
  className,
  type = 'button',
  ref,
  ...rest
}: ComponentProps<'button'> & Styles) {
  const button = useRef<HTMLButtonElement>(null);
  useImperativeHandle<HTMLButtonElement | null, HTMLButtonElement | null>(ref, () => button.current, []);
  const hadFocus = useRef(false);
  useLayoutEffect(() => {
    const { activeElement, body } = document;
    if (rest.disabled) hadFocus.current = activeElement === button.current;
    else if (hadFocus.current) {
      hadFocus.current = false;
      if (activeElement === body) button.current?.focus({ preventScroll: true });
    }
  }, [rest.disabled]);
  return <button ref={button} type={type} className={buttonStyles({ variant, size }, className)} {...rest} />;
}

/** A link that looks like a button. */
export function ButtonLink({ variant, size, className, ...rest }: ComponentProps<typeof Link> & Styles) {
  return <Link className={buttonStyles({ variant, size }, className)} {...rest} />;
}
