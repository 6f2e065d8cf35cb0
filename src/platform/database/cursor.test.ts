import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Cursor, decodeCursor, encodeCursor } from './cursor.server.ts';

const moment = fc
  .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().replace('T', ' ').replace('Z', '+00'));
const cursors: fc.Arbitrary<Cursor> = fc.oneof(
  fc.tuple(fc.constant('newest' as const), moment, fc.uuid()),
  fc.tuple(
    fc.constantFrom('popular' as const, 'rating' as const),
    fc.tuple(fc.nat({ max: 999_999_999 }), moment).map((key) => key.join(' ')),
    fc.uuid(),
  ),
);
const codeOf = (text: string, sort: Cursor[0]) => {
  try {
    decodeCursor(text, 'list', sort);
    return undefined;
  } catch (error) {
    return (error as { code: string }).code;
  }
};
/** As a cursor of the list. */
const encoded = (value: unknown) =>
  Buffer.from(JSON.stringify(Array.isArray(value) ? ['list', ...value] : value)).toString('base64url');
const id = '00000000-0000-4000-8000-000000000001';

describe('a cursor', () => {
  test('is decoded as it was encoded, and needs no escaping in a URL', () => {
    fc.assert(
      fc.property(cursors, (cursor) => {
        const text = encodeCursor('list', cursor);
        expect(text).toMatch(/^[\w-]+$/);
        expect(decodeCursor(text, 'list', cursor[0])).toEqual(cursor);
      }),
    );
  });

  test('is refused for another sort order', () => {
    fc.assert(
      fc.property(cursors, fc.constantFrom('newest', 'popular', 'rating'), (cursor, sort) => {
        expect(codeOf(encodeCursor('list', cursor), sort as Cursor[0])).toBe(
          sort === cursor[0] ? undefined : 'invalid_cursor',
        );
      }),
    );
  });

  test('belongs to one list', () => {
    const cursor = ['newest', '2026-01-01 00:00:00+00', id] as const;
    expect(codeOf(encodeCursor('list', [...cursor]), 'newest')).toBeUndefined();
    for (const list of ['another', '', 'List']) {
      expect(codeOf(encodeCursor(list, [...cursor]), 'newest')).toBe('invalid_cursor');
    }
  });

  test("that wasn't made by the site is refused, and never reaches a query", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json().map((json) => Buffer.from(json).toString('base64url')),
        ),
        (text) => {
          expect(codeOf(text, 'newest')).toBe('invalid_cursor');
        },
      ),
    );
    for (const value of [
      ['newest', "2026-01-01 00:00:00+00'; drop table prompts; --", id],
      ['newest', 'infinity', id],
      ['newest', 'now', id],
      ['newest', '2026-01-01 00:00:00+00', 'no-uuid'],
      ['newest', '2026-01-01 00:00:00+00'],
      ['newest', '2026-01-01 00:00:00+00', id, 'more'],
      ['best', '1', id],
      ['newest', 1, id],
      null,
      {},
    ])
      expect([value, codeOf(encoded(value), 'newest')]).toEqual([value, 'invalid_cursor']);
    for (const count of ['-1', '1.5', '1e3', '', ' 1', '12345678901', '٣']) {
      const key = `${count} 2026-01-01 00:00:00+00`;
      expect([key, codeOf(encoded(['popular', key, id]), 'popular')]).toEqual([key, 'invalid_cursor']);
    }
    expect(codeOf(encoded(['popular', '1', id]), 'popular')).toBe('invalid_cursor');
  });

  test("with a time that PostgreSQL doesn't have is refused", () => {
    const codes = (times: string[]) =>
      times.map((time) => [time, codeOf(encoded(['popular', `1 ${time}`, id]), 'popular')]);
    const real = [
      '0001-01-01 00:00:00+00',
      '2024-02-29 23:59:59.999999+15:59',
      '2000-02-29 00:00:00-15',
      '294275-12-31 23:59:59-15:59',
    ];
    expect(codes(real)).toEqual(real.map((time) => [time, undefined]));
    const unreal = [
      ...['+16', '-16', '+99', '+15:60'].map((offset) => `2024-01-01 00:00:00${offset}`),
      ...[
        '2024-13-01',
        '2024-00-01',
        '2024-01-00',
        '2024-01-32',
        '2023-02-29',
        '2100-02-29',
        '2024-04-31',
      ].map((day) => `${day} 00:00:00+00`),
      ...['24:00:00', '25:00:00', '00:60:00', '00:00:60'].map((time) => `2024-01-01 ${time}+00`),
      ...['0000-01-01', '294276-01-01', '999999-01-01', '002024-01-01'].map((day) => `${day} 00:00:00+00`),
    ];
    expect(codes(unreal)).toEqual(unreal.map((time) => [time, 'invalid_cursor']));
  });
});
