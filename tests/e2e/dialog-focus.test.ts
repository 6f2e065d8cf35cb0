import { beforeAll, expect, test } from 'vitest';
import { expectFocused, phone, signIn, withBrowser } from '../harness/browser.ts';
import { buildAdmin, buildMember, buildPlaybook, buildPrompt } from '../harness/build.ts';

// A dialog starts with the focus in its first field, not on its close button, and has no empty space below its content.
const browser = withBrowser({
  async prepare(site) {
    await buildPrompt(site, { title: 'Letter' });
    await buildPlaybook(site, { title: 'Launch' });
  },
});
let admin: Awaited<ReturnType<typeof buildAdmin>>;
beforeAll(async () => {
  admin = await buildAdmin(browser.site);
});

test.each([
  ['/admin/prompts?q=Letter', 'Add Prompt', 'Prompt'],
  ['/admin/prompts?q=Letter', 'Edit Letter', 'Title'],
  ['/admin/playbooks?q=Launch', 'Edit Launch', 'Title'],
  ['/admin/pricing', 'Add Tier', 'Name'],
  ['/admin/offers', 'Create offer', 'Code'],
  ['/admin/webhooks', 'Add webhook', 'Address'],
])('at %s, “%s” gives the focus to the first field, and has no empty space', async (path, button, label) => {
  const page = await browser.open();
  await signIn(page, admin, path);
  await page.getByRole('button', { name: button, exact: true }).click();
  const dialog = page.getByRole('dialog');
  const field = dialog.getByLabel(label, { exact: true }).first();
  await expectFocused(field);
  await page.keyboard.press('Space');
  expect(await dialog.count()).toBe(1);
  const emptyPixels = await dialog.evaluate((place) => {
    const parts = [...place.querySelectorAll('label, input, textarea, select, p, li')];
    const ends = parts
      .filter((part) => !part.closest('footer'))
      .map((part) => part.getBoundingClientRect().bottom);
    return (place.querySelector('footer')?.getBoundingClientRect().top ?? 0) - Math.max(...ends);
  });
  expect(emptyPixels).toBeLessThan(60);
});

test('a dialog takes the focus, keeps it, and gives it back to the control that opened it', async () => {
  const page = await browser.open();
  await signIn(page, await buildMember(browser.site), '/settings');
  const opener = page.getByRole('button', { name: 'Delete my account' });
  await opener.click();
  const dialog = page.getByRole('alertdialog');
  await dialog.and(page.locator(':focus-within')).waitFor();
  for (let press = 0; press < 6; press += 1) {
    await page.keyboard.press('Tab');
    expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  }
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => opener.evaluate((element) => element === document.activeElement)).toBe(true);
});

test('Back on a phone closes a dialog instead of leaving the page, and asks about unsaved changes', async () => {
  const page = await browser.open({ viewport: phone });
  await signIn(page, admin, '/admin/offers');
  // The class of Chrome on Android, where Back closes the last one that is open.
  await page.evaluate(() => {
    const open: EventTarget[] = [];
    const forget = (watcher: EventTarget) => open.includes(watcher) && open.splice(open.indexOf(watcher), 1);
    class CloseWatcher extends EventTarget {
      constructor() {
        super();
        open.push(this);
      }
      destroy() {
        forget(this);
      }
    }
    /** Without a touch in between, watchers form a group, which one press closes. */
    function pressBack(count = 1) {
      const closed = open.splice(-count).reverse();
      for (const watcher of closed) watcher.dispatchEvent(new Event('close'));
      return closed.length > 0;
    }
    Object.assign(window, { CloseWatcher, pressBack });
  });
  const pressBack = (count?: number) =>
    page.evaluate(
      (group) => (window as unknown as { pressBack(count?: number): boolean }).pressBack(group),
      count,
    );
  const opener = page.getByRole('button', { name: 'Create offer' });
  const dialog = page.getByRole('dialog', { name: 'Create offer' });
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await opener.click();
  await dialog.waitFor();
  expect(await pressBack()).toBe(true);
  await dialog.waitFor({ state: 'detached' });
  await expectFocused(opener);
  expect(await pressBack()).toBe(false);

  await opener.click();
  await dialog.getByLabel('Code').fill('SPRING');
  await pressBack();
  await question.waitFor();
  await pressBack();
  await question.waitFor({ state: 'detached' });
  expect(await dialog.getByLabel('Code').inputValue()).toBe('SPRING');
  await pressBack();
  await question.waitFor();
  await pressBack(2);
  await question.waitFor({ state: 'detached' });
  expect(await dialog.getByLabel('Code').inputValue()).toBe('SPRING');
  await pressBack();
  await question.getByRole('button', { name: 'Discard changes' }).click();
  await dialog.waitFor({ state: 'detached' });
});
