import { expect, test } from 'vitest';
import { errorCodes } from '../errors.ts';
import { keysOf } from '../keys-of.ts';
import { inLanguage } from '../language/locale-context.server.ts';
import { errorWords } from './error-words.ts';

test('a German page has its own words only for codes with a single meaning', () => {
  const codes = keysOf(errorCodes);
  const said = (code: (typeof codes)[number]) => errorWords(code, 'What the server has said.');
  const own = inLanguage('de', () => codes.filter((code) => said(code) !== 'What the server has said.'));
  expect(own).toEqual([
    'not_signed_in',
    'invalid_token',
    'second_factor_required',
    'reauthentication_needed',
    'internal',
    'payments_off',
  ]);
});
