import { expect, test } from 'vitest';
import { z } from 'zod';
import { timestamp, wholeNumber } from './contract-fields.ts';
import { firstProblem, setPlainValidationMessages } from './validation-messages.ts';

setPlainValidationMessages();
const problem = (schema: z.ZodType, value: unknown) => {
  const { error } = schema.safeParse(value);
  return error && firstProblem(error)?.message;
};

test.each(['101', '99999999999999999999', 1e308])(
  '%j is refused with the largest number that is accepted',
  (value) => {
    expect(problem(wholeNumber(0, 100), value)).toBe('Must be 100 or less');
  },
);

test.each([-1, '-99999999999999999999', -1e308])(
  '%j is refused with the smallest number that is accepted',
  (value) => {
    expect(problem(wholeNumber(0, 100), value)).toBe('Must be 0 or more');
  },
);

test.each(['1.5', 'x', '', 1.5, []])('%j in place of a whole number in a URL is told so', (value) => {
  expect(problem(wholeNumber(0, 100), value)).toBe('Enter a whole number');
});

test.each(['tomorrow', '2026-02-30T00:00:00Z', '+275760-09-13T00:00:00Z'])(
  '%j is refused with an example of a time',
  (value) => {
    expect(problem(timestamp, value)).toBe('Must be a time, such as 2026-01-31T09:00:00Z');
  },
);

test('another text than a date is refused with an example of one', () => {
  expect(problem(z.iso.date(), '31.1.2026')).toBe('Must be a date, such as 2026-01-31');
});

test.each([
  [{ body: 7 }, 'body: Must be of type string'],
  [{ status: 'gone' }, 'status: Choose one of: hidden'],
  [{}, 'body: Required'],
  [{ text: 'x' }, 'body: Required'],
])('one of two objects: %j is refused with what is wrong with a field', (value, message) => {
  const either = z.union([
    z.strictObject({ body: z.string() }),
    z.strictObject({ status: z.literal(['hidden']) }),
  ]);
  expect(problem(either, value)).toBe(message);
});

test.each([z.record(z.string(), z.string()), z.object({})])(
  'a text instead of an object is refused with the type that JSON has for it',
  (schema) => {
    expect(problem(schema, 'x')).toBe('Must be of type object');
  },
);
