import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  expectAccessible,
  expectFocused,
  expectNoSidewaysScroll,
  phone,
  signIn,
  withBrowser,
} from '../harness/browser.ts';
import { buildAdmin, buildPrompt } from '../harness/build.ts';
import { holdFirst } from '../harness/held-answers.ts';
import { startModelStandIn } from '../model/stand-in.ts';

let model: Awaited<ReturnType<typeof startModelStandIn>>;
const browser = withBrowser({
  async environment() {
    model = await startModelStandIn();
    return model.environment;
  },
});
let admin: Awaited<ReturnType<typeof buildAdmin>>;
beforeAll(async () => {
  admin = await buildAdmin(browser.site);
});
afterAll(() => model?.stop());

const original = 'You are a gardener. Plan a garden for [place]. Mention the seasons.';
const better = '## Role\nYou are a gardener.\n\n## Task\nPlan a garden for [place], season by season.';
const answer = (title: string) => ({
  title,
  description: 'Plans a garden.',
  category: 'Lifestyle',
  difficulty: 'beginner',
  tags: ['garden'],
  optimized_prompt: better,
});
const rowOf = (title: string) =>
  browser.site.db
    .selectFrom('prompts')
    .select(['prompt_body', 'status', 'tier_access', 'category'])
    .where('title', '=', title)
    .executeTakeFirst();

async function openDialog(look: Parameters<typeof browser.open>[0] = {}) {
  const page = await browser.open(look);
  await signIn(page, admin, '/admin/prompts');
  await page.getByRole('button', { name: 'Add Prompt' }).click();
  return page;
}
const fill = async (page: Page, text: string, level: number) => {
  await page.getByLabel('Prompt', { exact: true }).fill(text);
  await page.getByRole('slider').fill(String(level));
};
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

describe('a pasted prompt', () => {
  test('goes along to the editor, unless that has an earlier draft', async () => {
    const page = await openDialog();
    await fill(page, original, 0);
    await page.getByRole('dialog').getByRole('button', { name: 'Image', exact: true }).click();
    await page.evaluate(() =>
      addEventListener('focusout', ({ target }) => {
        const { name } = target as HTMLInputElement;
        if (name === 'title') document.documentElement.dataset.left = name;
      }),
    );
    await press(page, 'Create manually');
    const editor = page.getByRole('dialog', { name: 'Create New Prompt' });
    const body = editor.getByLabel('Prompt Body');
    expect(await body.inputValue()).toBe(original);
    expect(await editor.getByLabel('Prompt Type', { exact: true }).inputValue()).toBe('Image');
    // Nothing came back, and the title is not missing before it is left.
    await expectFocused(editor.getByLabel('Title', { exact: true }));
    expect(await editor.getByText('Your unsaved changes are back.').count()).toBe(0);
    expect(await page.evaluate(() => document.documentElement.dataset.left)).toBeUndefined();
    await press(page, 'Cancel');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).click();
    page.once('dialog', (asking) => void asking.accept());
    await page.reload();
    await editor.getByText('Your unsaved changes are back.').waitFor();
    expect(await body.inputValue()).toBe(original);
    page.once('dialog', (asking) => void asking.accept());
    await page.goto('/admin/prompts');
    await press(page, 'Add Prompt');
    expect(await page.getByLabel('Prompt', { exact: true }).inputValue()).toBe('');
    await fill(page, 'Another one.', 0);
    await press(page, 'Create manually');
    expect(await body.inputValue()).toBe(original);
    await press(page, 'Discard them');
    await page.goto('/admin/prompts?new=import');
    expect(await page.getByLabel('Prompt', { exact: true }).inputValue()).toBe('Another one.');
  });

  test('at level 0 gets its description from the model and is published at once', async () => {
    model.play({ answer: answer('A garden at level 0') });
    const page = await openDialog();
    await fill(page, `${original} Nothing else.`, 0);
    const list = await holdFirst(page, /\/api\/v1\/admin\/prompts\b/, 'GET');
    await press(page, 'Import');
    await page.getByText('Prompt imported successfully!').waitFor();
    // What is saved can be left without a question.
    await list.asked;
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Add Prompt' }).waitFor();
    await list.release();
    expect(await rowOf('A garden at level 0')).toEqual({
      prompt_body: `${original} Nothing else.`,
      status: 'published',
      tier_access: 0,
      category: 'Lifestyle',
    });
    await browser.site.db.deleteFrom('prompts').where('title', 'like', 'A garden at level%').execute();
  });

  test.each([
    [1, 'Import optimized', better],
    [2, 'Import original', original],
    [3, 'Import optimized', better],
  ])('at level %i is shown beside the optimized one, and "%s" is kept', async (level, choice, body) => {
    const text = `${original} Level ${level}.`;
    model.play({ answer: answer(`A garden at level ${level}`) });
    const page = await openDialog(level === 3 ? { viewport: phone, colorScheme: 'dark' } : {});
    await fill(page, text, level);
    await page.getByText('Uses a large language model.').waitFor();
    await press(page, 'Import');
    const removed = page.getByRole('region', { name: 'Original' }).locator('del');
    const added = page.getByRole('region', { name: 'Optimized' }).locator('ins');
    await removed.first().waitFor();
    const words = async (marks: typeof added) =>
      (await marks.allTextContents()).join('').replaceAll(/\s/g, '');
    expect(await words(added)).toBe('##Role##Task,seasonbyseason');
    expect(await words(removed)).toBe(`.MentiontheseasonsLevel${level}.`);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await press(page, choice);
    await page.getByText('Prompt imported successfully!').waitFor();
    const row = await rowOf(`A garden at level ${level}`);
    expect(row?.prompt_body).toBe(choice === 'Import original' ? text : body);
    await browser.site.db.deleteFrom('prompts').where('title', 'like', 'A garden at level%').execute();
  });

  test('that is nearly in the library already is pointed out before it is saved', async () => {
    const essay = Array.from({ length: 30 }, (_, index) => `Line ${index}: name a flower of spring.`).join(
      '\n',
    );
    await buildPrompt(browser.site, { title: 'Flowers of spring', prompt_body: essay });
    model.play({ answer: answer('Flowers again') });
    const page = await openDialog();
    await fill(page, essay.replace('Line 7', 'Row 7'), 0);
    await press(page, 'Import');
    await page.getByText('A nearly identical prompt is already in the library:').waitFor();
    await page.getByRole('link', { name: 'Flowers of spring' }).waitFor();
    await expectAccessible(page);
    await press(page, 'Back');
    expect(await page.getByLabel('Prompt', { exact: true }).inputValue()).toContain('Row 7');
    expect(await rowOf('Flowers again')).toBeUndefined();
  });

  test('is published as it is where the analysis leaves out an optimized one', async () => {
    const page = await openDialog();
    const analysis = { title: 'A plain garden', description: 'd', category: 'Fun', difficulty: 'beginner' };
    await page.route('**/functions/v1/analyze-prompt', (route) =>
      route.fulfill({ json: { ...analysis, tags: [], use_cases: [] } }),
    );
    await fill(page, original, 0);
    await press(page, 'Import');
    await page.getByText('Prompt imported successfully!').waitFor();
    expect((await rowOf('A plain garden'))?.prompt_body).toBe(original);
    await browser.site.db.deleteFrom('prompts').where('title', '=', 'A plain garden').execute();
  });

  test('that is corrected while it is analyzed is not published as it was, and stays', async () => {
    model.play({ answer: answer('A garden before') }, { answer: answer('A garden after') });
    const page = await openDialog();
    const typed = Promise.withResolvers<void>();
    await page.route('**/functions/v1/analyze-prompt', async (route) => {
      const response = await route.fetch();
      await typed.promise;
      await route.fulfill({ response });
    });
    await fill(page, `${original} For the north.`, 0);
    await press(page, 'Import');
    await page.getByRole('button', { name: 'Analyzing...' }).waitFor();
    await page.getByLabel('Prompt', { exact: true }).fill(`${original} For the south.`);
    typed.resolve();
    await page
      .getByText(
        "You changed the prompt while it was being analyzed, so it wasn't imported. Import it again.",
      )
      .waitFor();
    expect(await rowOf('A garden before')).toBeUndefined();
    await press(page, 'Import');
    await page.getByText('Prompt imported successfully!').waitFor();
    expect((await rowOf('A garden after'))?.prompt_body).toBe(`${original} For the south.`);
    await browser.site.db.deleteFrom('prompts').where('title', 'like', 'A garden%').execute();
  });

  test('can be called back while the model thinks', async () => {
    model.play({ slow: true });
    const page = await openDialog();
    await fill(page, original, 2);
    await press(page, 'Import');
    await page.getByRole('button', { name: 'Analyzing...' }).waitFor();
    await expect.poll(() => model.requests.length).toBe(1);
    const before = model.hangUps();
    await press(page, 'Cancel');
    await page.getByRole('button', { name: 'Import', exact: true }).waitFor();
    await expect.poll(() => model.hangUps()).toBe(before + 1);
    expect(await page.getByLabel('Prompt', { exact: true }).inputValue()).toBe(original);
  });

  test('whose analysis fails says why, and at level 0 goes on without the model', async () => {
    const page = await openDialog({ expectedFaults: /status of 502/ });
    model.play({ status: 401 });
    await fill(page, `${original} Once more, in other words, for balconies.`, 1);
    await press(page, 'Import');
    await page
      .getByText("The language model rejected this site's API key. Check it in Site Settings.")
      .waitFor();
    await page.getByRole('slider').fill('0');
    await press(page, 'Import');
    await page.getByText(/These details come from the text itself/).waitFor();
    await page.getByText('Prompt imported successfully!').waitFor();
  });
});
