import { describe, expect, test } from 'vitest';
import { workMilliseconds } from '#ui/markdown/quick-text.ts';
import { signIn, withBrowser } from '../harness/browser.ts';
import { buildAdmin, buildMember, buildPlaybook, buildPrompt, buildStep } from '../harness/build.ts';
import { hostileMarkdown } from '../harness/hostile-markdown.ts';

const browser = withBrowser();

describe('a hostile text', () => {
  test('is shown, and its reader can continue meanwhile', async () => {
    const member = await buildMember(browser.site);
    const page = await browser.open();
    const { slug } = await buildPrompt(browser.site, { example_output: hostileMarkdown.emphasis });
    await signIn(page, member, `/prompt/${slug}`);
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await page.getByText('Copied!').waitFor();
    const shown = page.locator('.prose-text p');
    await shown.waitFor({ timeout: 60_000 });
    // With kerning, the browser's line breaking takes quadratic time in the length of a word.
    expect(await shown.evaluate((element) => getComputedStyle(element).fontKerning)).toBe('none');
    const playbook = await buildPlaybook(browser.site, {
      title: 'Hostile',
      description: hostileMarkdown.quotes,
    });
    await buildStep(browser.site, playbook, { title: 'First', description: hostileMarkdown.tables });
    await page.goto('/playbooks');
    await page.getByRole('link', { name: 'Hostile' }).click();
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('heading', { level: 1, name: 'First' }).waitFor();
    await page.locator('.prose-text').waitFor({ timeout: 60_000 });
  }, 180_000);

  test('does not hang the editor that previews it', async () => {
    const admin = await buildAdmin(browser.site);
    const page = await browser.open();
    await signIn(page, admin, '/admin/playbooks');
    await page.getByRole('button', { name: 'Add Playbook' }).click();
    const modal = page.getByRole('dialog', { name: 'Create New Playbook' });
    const description = modal.getByLabel('Description', { exact: true });
    await expect.poll(() => description.getAttribute('contenteditable')).toBe('true');
    // Such a text is pasted, not typed.
    await description.evaluate((element, text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', text);
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, hostileMarkdown.emphasis);
    // It isn't highlighted either, because the editor's parser would take as long.
    expect(await modal.locator('.cm-line span').count()).toBe(0);
    await modal.getByRole('button', { name: 'Preview' }).first().click();
    await modal.getByRole('button', { name: 'Edit' }).first().click();
    expect(await description.evaluate((element) => (element as HTMLTextAreaElement).value)).toBe(
      hostileMarkdown.emphasis,
    );
    await modal.getByRole('button', { name: 'Preview' }).first().click();
    await modal.locator('.prose-text').waitFor({ timeout: 60_000 });
  }, 180_000);
});

describe('a long text', () => {
  test('is formatted like a short one', async () => {
    const member = await buildMember(browser.site);
    const text = `# Report\n\n${'A **bold** line of a report.\nAnd the next.\n\n'.repeat(200)}<script>alert(1)</script><img src=x onerror=alert(1)>`;
    const { slug } = await buildPrompt(browser.site, { example_output: text });
    const page = await browser.open({ expectedFaults: /404/ });
    // However long it takes on a busy machine.
    await page.addInitScript((limit) => {
      const wait = window.setTimeout;
      const setTimeout = (run: () => void, after?: number) => (after === limit ? 0 : wait(run, after));
      Object.assign(window, { setTimeout });
    }, workMilliseconds);
    await signIn(page, member, `/prompt/${slug}`);
    await page.locator('.prose-text h1', { hasText: 'Report' }).waitFor();
    expect(await page.locator('.prose-text strong').count()).toBe(200);
    expect(await page.locator('.prose-text script, .prose-text [onerror]').count()).toBe(0);
  });
});
