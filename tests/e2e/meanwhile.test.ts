import { beforeAll, describe, expect, test } from 'vitest';
import { signIn, withBrowser } from '../harness/browser.ts';
import { buildAdmin, buildPlaybook, buildPrompt, buildStep } from '../harness/build.ts';
import { setSetting } from '../harness/sign-in.ts';

const browser = withBrowser({
  async prepare(site) {
    await setSetting(site, 'labs_analytics', 'true');
    await buildPrompt(site, { slug: 'plan', title: 'Plan a week', prompt_body: 'Plan it.' });
    const playbook = await buildPlaybook(site, { slug: 'launch', title: 'Launch', tier_access: 0 });
    await buildStep(site, playbook, { title: 'Research' });
  },
});
let admin: Awaited<ReturnType<typeof buildAdmin>>;
beforeAll(async () => {
  admin = await buildAdmin(browser.site);
});
const open = async (path: string, options: Parameters<typeof browser.open>[0] = {}) => {
  const page = await browser.open(options);
  await signIn(page, admin, path);
  return page;
};

describe('what the address says', () => {
  test('keeps each of two changes in a row, and controls show theirs at once', async () => {
    const page = await open('/admin/users');
    await page.getByRole('combobox').last().waitFor();
    const shown = await page.evaluate(() => {
      const selects = [...document.querySelectorAll('main select')] as HTMLSelectElement[];
      const { set } = Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value') ?? {};
      for (const [index, value] of ['admin', 'none'].entries()) {
        set?.call(selects[index], value);
        selects[index]?.dispatchEvent(new Event('change', { bubbles: true }));
      }
      return selects.map(({ value }) => value);
    });
    expect(shown).toEqual(['admin', 'none']);
    await page.waitForURL(/\?role=admin&tier=none$/);

    await page.goto('/prompts');
    await page.getByText(/^\d+ results$/).waitFor();
    await page.getByRole('group', { name: 'Sort' }).evaluate((sorts) => {
      const buttons = [...document.querySelectorAll('main button')] as HTMLButtonElement[];
      buttons.find(({ textContent }) => textContent === 'Agent')?.click();
      [...sorts.querySelectorAll('button')].find(({ textContent }) => textContent === 'Popular')?.click();
    });
    await page.waitForURL(/\?type=Agent&sort=popular$/);
  });
});
