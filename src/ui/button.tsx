import type { ComponentProps } from 'react';
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
  small: 'min-h-8 px-3 text-[0.8125rem]',
  medium: 'min-h-10 px-4 text-sm max-md:min-h-11',
  large: 'min-h-12 px-6 text-base',
  icon: 'size-10 shrink-0 max-md:size-11',
};

export function buttonStyles({ variant = 'primary', size = 'medium' }: Styles, className?: string) {
  return classNames(
    'inline-flex items-center justify-center gap-2 rounded-md font-semibold whitespace-nowrap transition-colors',
    'disabled:opacity-60 aria-disabled:opacity-60',
    variants[variant],
    sizes[size],
    className,
  );
}

export function Button({
  variant,
  size,
  className,
  type = 'button',
  ...rest
}: ComponentProps<'button'> & Styles) {
  return <button type={type} className={buttonStyles({ variant, size } as Styles, className)} {...rest} />;
}

/** A link that looks like a button. */
export function ButtonLink({ variant, size, className, ...rest }: ComponentProps<typeof Link> & Styles) {
  return <Link className={buttonStyles({ variant, size } as Styles, className)} {...rest} />;
}
