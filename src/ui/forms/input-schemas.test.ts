import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { nameList } from '#platform/contract/contract-fields.ts';
import { setPlainValidationMessages } from '#platform/contract/validation-messages.ts';
import { listInput, moneyInput, numberInput, optionalNumberInput } from './input-schemas.ts';

setPlainValidationMessages();
const parse = (schema: z.ZodType, text: string) => {
  const { success, data, error } = schema.safeParse(text);
  return success ? data : error?.issues.map(({ message }) => message);
};

describe('a number input', () => {
  const level = numberInput(z.int().min(0).max(1_000));
  test.each([
    ['12', 12],
    [' 0 ', 0],
    ['', ['Enter a number']],
    ['  ', ['Enter a number']],
    ['1e2', ['Enter a number']],
    ['0x10', ['Enter a number']],
    ['1.5', ['Enter a whole number']],
    ['-1', ['Must be 0 or more']],
    ['1001', ['Must be 1,000 or less']],
  ])('takes %j as %j', (text, expected) => {
    expect(parse(level, text)).toEqual(expected);
  });
});

describe('a number input that can be left empty', () => {
  const level = optionalNumberInput(z.int().min(0).max(1_000));
  test.each([
    ['12', 12],
    [' ', null],
    ['', null],
    ['1e2', ['Enter a number']],
    ['1.5', ['Enter a whole number']],
    ['1001', ['Must be 1,000 or less']],
  ])('takes %j as %j', (text, expected) => {
    expect(parse(level, text)).toEqual(expected);
  });
});

describe('an amount', () => {
  const price = moneyInput(z.int().min(0).max(99_999), 'usd');
  test.each([
    ['19.99', 1_999],
    ['19,9', 1_990],
    ['0', 0],
    ['', ['Enter an amount, such as 19.99']],
    ['1.999', ['Enter an amount, such as 19.99']],
    ['-5', ['Enter an amount, such as 19.99']],
    ['$5', ['Enter an amount, such as 19.99']],
    ['1000', ['Must be $999.99 or less']],
  ])('takes %j as %j', (text, expected) => {
    expect(parse(price, text)).toEqual(expected);
  });
});

describe('a list', () => {
  const tags = listInput(nameList(3, 5));
  test.each([
    ['a, b ,,c', ['a', 'b', 'c']],
    [' , ', []],
    ['a,b,c,d', ['At most 3 entries']],
    ['a, longer', ['“longer”: At most 5 characters']],
  ])('takes %j as %j', (text, expected) => {
    expect(parse(tags, text)).toEqual(expected);
  });
});
