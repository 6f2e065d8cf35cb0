import { expect, test } from 'vitest';
import { composeEmail } from './email-layout.ts';

test('every text in an email has a color for the dark theme', async () => {
  const site = {
    name: 'Library',
    url: 'https://library.example.com',
    supportEmail: 'help@example.com',
    logo: { character: '✦' },
    accent: '#17513f',
    accentDark: '#8fd9bb',
  };
  const content = { to: 'ada@example.com', subject: 'Receipt', paragraphs: ['Thank you!'], small: 'Why' };
  const { html } = await composeEmail(site, { ...content, facts: [['Paid', '$9.00']] });
  const lines = html.match(/<[^>]*\bborder[a-z-]*:1px[^>]*>/g) ?? [];
  expect(lines.length).toBeGreaterThan(2);
  for (const tag of lines) expect(tag).toMatch(/ class="[^"]*\bline\b/);
});
