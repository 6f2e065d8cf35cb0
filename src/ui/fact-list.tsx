import { type Facts, factsThatApply } from '#platform/text/facts.ts';
import { classNames } from './class-names.ts';

type Props = {
  facts: Facts;
  /** Less spacing, for rows of a list. */
  isDense?: boolean;
};

/** Names and values, side by side if they fit. */
export const FactList = ({ facts, isDense = false }: Props) => (
  <dl className={classNames('flex flex-wrap', isDense ? 'mt-3 gap-x-8 gap-y-2' : 'gap-x-6 gap-y-4')}>
    {factsThatApply(facts).map(([name, value]) => (
      <div key={name} className={isDense ? undefined : 'min-w-34'}>
        <dt className="text-[0.8125rem] text-muted">{name}</dt>
        <dd className={classNames('font-semibold', isDense ? 'tabular-nums' : '[overflow-wrap:anywhere]')}>
          {value}
        </dd>
      </div>
    ))}
  </dl>
);
