import { expect, test } from 'vitest';
import { codeFields, proofFields } from './credential-fields.ts';

test.each(['123456', ' 123456', '123 456', '123-456', '123\u00a0456\n'])('%j is a code', (code) => {
  expect(codeFields.parse({ code })).toEqual({ code: '123456' });
  expect(proofFields.code.parse({ proof: code })).toEqual({ proof: '123456' });
});

test.each(['', '12345', '1234567', '123 45', '123_456', 'abcdef'])('%j is none', (code) => {
  expect(codeFields.safeParse({ code }).success).toBe(false);
});
