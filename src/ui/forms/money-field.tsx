import type { ComponentProps, InputEvent } from 'react';
import { stepOf } from '#platform/text/currencies.ts';
import { decimalOf } from '#platform/text/money.ts';
import { Field } from './field.tsx';

type Props = ComponentProps<typeof Field> & { currency: string };

export const MoneyField = ({ currency, ...rest }: Props) => (
  <Field
    type="number"
    inputMode="decimal"
    min={0}
    step={decimalOf(stepOf(currency), currency)}
    onBeforeInput={enterDecimalPoint}
    {...rest}
  />
);

/**
 * Where numbers have a decimal point, browsers may drop a comma that is typed or pasted: 19,99 would become 1999. A pasted 1,250 has no
 * decimals there.
 */
function enterDecimalPoint(event: InputEvent) {
  const isDecimal = /^[^,]*,[^,.]*$/.test(event.data) && !/\d,\d{3}\D*$/.test(event.data);
  if (!isDecimal || (1.5).toLocaleString(navigator.language).includes(',')) return;
  event.preventDefault();
  // A number field has no position of the caret, and no other way to keep Undo.
  document.execCommand('insertText', false, event.data.replaceAll('.', '').replace(',', '.'));
}
