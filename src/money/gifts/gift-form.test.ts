// Codes, and words in two languages. cspell:disable
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inLanguage } from '#platform/language/locale-context.server.ts';
import { redeemedEmail, revokedEmail } from './emails.ts';
import { newGiftCode, readGiftCode } from './gift-code.ts';
import { emptyGift, giftForm } from './gift-form.ts';
import { lengthWords } from './public/gift-words.ts';

const site = {
  name: 'Quill',
  url: 'https://quill.example',
  supportEmail: 'help@quill.example',
  logo: { character: 'Q' },
  accent: '#205040',
  accentDark: '#90c0b0',
};

describe('a gift code', () => {
  test("consists of characters that don't look alike, and is never the same twice", () => {
    const codes = Array.from({ length: 500 }, newGiftCode);
    expect(new Set(codes).size).toBe(500);
    for (const code of codes) expect(code).toMatch(/^([2-9A-HJKMNP-Z]{4}-){2}[2-9A-HJKMNP-Z]{4}$/);
    // The entire alphabet is used.
    expect(new Set(codes.join('').replaceAll('-', '')).size).toBe(31);
  });

  test('is recognized however its letters and groups are typed', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(' ', '-', '.', ''), { minLength: 14, maxLength: 14 }), (gaps) => {
        const code = newGiftCode();
        const typed = [...code.replaceAll('-', '').toLowerCase()]
          .map((letter, at) => letter + gaps[at])
          .join('');
        expect(readGiftCode(`${gaps[12]}${typed}${gaps[13]}`)).toBe(code);
      }),
    );
  });

  test.each(['', 'AAAA-AAAA-AAA', 'AAAA-AAAA-AAAAA', 'AAAA-AAAA-AAAÄ', '????-????-????'])(
    '%j is none',
    (text) => {
      expect(readGiftCode(text)).toBeUndefined();
    },
  );
});

describe('the form for gift codes', () => {
  const tier_id = crypto.randomUUID();
  const read = (change: object) => giftForm.safeParse({ ...emptyGift, tier_id, ...change });

  test('sends months or days, and the end of the last day', () => {
    expect(read({}).data).toEqual({ tier_id, months: 3, days: null, count: 1, note: '', redeem_by: null });
    expect(read({ unit: 'days', length: '10', redeem_by: '2026-02-28', note: '  Ada ' }).data).toEqual({
      tier_id,
      months: null,
      days: 10,
      count: 1,
      note: 'Ada',
      redeem_by: '2026-02-28T23:59:59.999Z',
    });
  });

  test.each([
    [{ length: '121' }, 'length'],
    [{ length: '0' }, 'length'],
    [{ length: '1.5' }, 'length'],
    [{ length: '' }, 'length'],
    [{ unit: 'days', length: '0' }, 'length'],
    [{ count: '501' }, 'count'],
    [{ tier_id: '' }, 'tier_id'],
    [{ redeem_by: '2026-02-30' }, 'redeem_by'],
  ])('says at its field what is wrong with %j', (change, field) => {
    expect(read(change).error?.issues.map(({ path }) => path.join('.'))).toEqual([field]);
  });

  // Each unit has its own limit.
  test.each([
    ['months', '120', true],
    ['days', '121', true],
  ])('takes %s up to %s', (unit, length, isTaken) => {
    expect(read({ unit, length }).success).toBe(isTaken);
  });
});

test.each([
  [{ months: 1, days: null }, '1 month', '1 Monat'],
  [{ months: 12, days: null }, '12 months', '12 Monate'],
  [{ months: null, days: 1 }, '1 day', '1 Tag'],
  [{ months: null, days: 10 }, '10 days', '10 Tage'],
])('the length of a gift is said in each language: %j', (gift, english, german) => {
  expect([lengthWords(gift), inLanguage('de', () => lengthWords(gift))]).toEqual([english, german]);
});

describe('the email about a gift', () => {
  const gift = {
    plan: 'Studio',
    months: null,
    days: 10,
    ends_at: '2026-03-04T22:00:00.000Z',
    is_paying: false,
  };

  test('says what was redeemed and until when', async () => {
    const { to, subject, text } = await redeemedEmail(site, 'ada@example.com', gift);
    expect([to, subject]).toEqual(['ada@example.com', 'Your gift: Studio for 10 days']);
    expect(text).toContain('Until: Mar 4, 2026');
    expect(text).toContain('https://quill.example/subscription');
    expect(text).not.toContain('Begins');
  });

  test("says that a waiting gift hasn't begun, and names no day", async () => {
    const { text } = await redeemedEmail(site, 'ada@example.com', { ...gift, ends_at: null });
    expect(text).toContain('Begins: When your current plan ends');
    expect(text).not.toMatch(/Until|2026|null/);
  });

  test('has every value in German too', async () => {
    const { subject, text } = await inLanguage('de', () => redeemedEmail(site, 'ada@example.com', gift));
    expect(subject).toBe('Dein Geschenk: Studio für 10 Tage');
    expect(text).toContain('Bis: 04.03.2026');
    expect(text).toContain('weil du bei Quill ein Geschenk eingelöst hast');
  });

  test('that was revoked says whom to ask, even if the plan is deleted', async () => {
    const { subject, text } = await revokedEmail(site, 'ada@example.com', { plan: null, hasBegun: true });
    expect(subject).toBe('Your gift of a plan has ended');
    expect(text).toContain(
      'The gift was withdrawn by Quill. If you have questions, write to help@quill.example.',
    );
    const german = (hasBegun: boolean) =>
      inLanguage('de', () => revokedEmail(site, 'ada@example.com', { plan: 'Pro', hasBegun }));
    expect((await german(true)).subject).toBe('Dein Geschenk Pro ist zu Ende');
    expect((await german(false)).subject).toBe('Dein Geschenk Pro wurde zurückgezogen');
  });
});
