import { afterAll, expect, test } from 'vitest';
import {
  expectAccessible,
  expectFocused,
  expectNoSidewaysScroll,
  phone,
  signIn,
  withBrowser,
} from '../harness/browser.ts';
import {
  buildAdmin,
  buildMember,
  buildPlaybook,
  buildPrompt,
  buildStep,
  buildTier,
} from '../harness/build.ts';
import { startModelStandIn } from '../model/stand-in.ts';

let model: Awaited<ReturnType<typeof startModelStandIn>>;
let member: Awaited<ReturnType<typeof buildMember>>;
const browser = withBrowser({
  async environment() {
    model = await startModelStandIn();
    return model.environment;
  },
  async prepare(site) {
    await buildPrompt(site, { slug: 'letter', title: 'Letter', prompt_body: 'Write to {{company}}.' });
    const item = await buildPlaybook(site, {
      slug: 'launch',
      title: 'A launch with a name that needs more than one line',
    });
    const prompts = (...bodies: string[]) =>
      bodies.map((prompt_body) => ({ type: 'manual', title: 'Ask', prompt_body }));
    const steps = {
      Research: prompts('Study {{company}}.'),
      Write: prompts('Use {{step 1 result}}'),
      Compare: prompts('Study {{rival}}.', 'Outdo {{rival}}.'),
    };
    for (const [step_order, [title, asked]] of Object.entries(steps).entries())
      await buildStep(site, item, { step_order, title, prompts: asked });
    member = await buildMember(site, {
      tier: await buildTier(site, { access_level: 0, daily_run_limit: 7 }),
    });
  },
});
afterAll(() => model.stop());

const open = async (path: string, options = {}) => {
  const page = await browser.open(options);
  await signIn(page, member, path);
  return page;
};

test('a prompt is answered on the page: stopped, answered again, copied, kept, and deleted', async () => {
  const page = await open('/prompt/letter');
  const here = page.getByRole('region', { name: 'Run here' });
  await here.getByText('7 runs left today').waitFor();
  // A run counts, so open blanks are asked for first, but can be left open.
  await here.getByRole('button', { name: 'Run here' }).click();
  await here.getByText('Still open: Company').waitFor();
  await expectFocused(page.getByLabel('Company'));
  await here.getByRole('button', { name: 'Run anyway' }).waitFor();
  expect(model.requests).toEqual([]);
  await page.getByLabel('Company').fill('Acme');
  await here.getByText('Still open: Company').waitFor({ state: 'detached' });
  model.play({ words: ['Dear **Acme**'], ending: 'wait' });
  await here.getByRole('button', { name: 'Run here' }).click();
  // Formatted while it is being written.
  await here.locator('strong', { hasText: 'Acme' }).waitFor();
  expect(model.requests[0]?.messages[0]?.content).toBe('Write to Acme.');
  await expectAccessible(page);
  const before = model.hangUps();
  await here.getByRole('button', { name: 'Stop' }).click();
  await here.getByText('Stopped').waitFor();
  await expect.poll(() => model.hangUps()).toBe(before + 1);
  const raw = 'Dear **Acme**,\n\n- hello\n\n![a picture](https://elsewhere.example/Acme.png)';
  model.play({ words: raw.split(/(?<= )/), ending: 'end' });
  await here.getByRole('button', { name: 'Run here' }).click();
  await here.getByText('Done, by stand-in').waitFor();
  await here.getByText('5 runs left today').waitFor();
  await here.getByRole('button', { name: 'Copy answer' }).click();
  await here.getByText('Copied!').waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(raw);
  await here.getByRole('listitem').filter({ hasText: 'hello' }).waitFor();
  // Its URL is shown but not requested, because it could contain text from the prompt.
  await here.getByText('a picture (https://elsewhere.example/Acme.png)').waitFor();
  expect(await here.locator('img').count()).toBe(0);
  await here.getByRole('button', { name: 'Keep as result' }).click();
  await expectFocused(here.getByRole('button', { name: 'Kept' }));
  await page.reload();
  const results = page.getByRole('region', { name: 'Your results' });
  await results.getByText('version 1').click();
  await results.locator('strong', { hasText: 'Acme' }).waitFor();
  await results.getByRole('button', { name: 'Copy answer' }).click();
  await results.getByText('Copied!').waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(raw);
  await expectAccessible(page);
  await results.getByRole('button', { name: 'Delete this result' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await results.waitFor({ state: 'detached' });
});

test('an answer that was not kept yet is there again after a reload, once', async () => {
  const tier = await buildTier(browser.site, { access_level: 0, daily_run_limit: 6 });
  const page = await browser.open();
  await signIn(page, await buildMember(browser.site, { tier }), '/prompt/letter');
  const here = page.getByRole('region', { name: 'Run here' });
  await page.getByLabel('Company').fill('Acme');
  model.play({ words: ['Dear **Acme**'], ending: 'end' });
  await here.getByRole('button', { name: 'Run here' }).click();
  await here.getByText('Done, by stand-in').waitFor();
  await page.reload();
  await here.locator('strong', { hasText: 'Acme' }).waitFor();
  await here.getByText('Done, by stand-in').waitFor();
  await here.getByRole('button', { name: 'Keep as result' }).click();
  await here.getByRole('button', { name: 'Kept' }).waitFor();
  await page.reload();
  await page.getByRole('region', { name: 'Your results' }).getByText('version 1').waitFor();
  await here.getByRole('button', { name: 'Run here' }).waitFor();
  expect(await here.getByText('Done, by stand-in').count()).toBe(0);
});

test('on a phone, the form that a run opens leads on to the run', async () => {
  const tier = await buildTier(browser.site, { access_level: 0, daily_run_limit: 6 });
  const page = await browser.open({ viewport: phone });
  await signIn(page, await buildMember(browser.site, { tier }), '/prompt/letter');
  const here = page.getByRole('region', { name: 'Run here' });
  await here.getByRole('button', { name: 'Run here' }).click();
  const sheet = page.getByRole('dialog', { name: 'Fill in' });
  await expectFocused(sheet.getByLabel('Company'));
  await sheet.getByRole('button', { name: 'Run anyway' }).waitFor();
  await page.keyboard.type('Acme');
  await page.keyboard.press('Enter');
  await expectFocused(sheet.getByRole('button', { name: 'Run here' }));
  model.play({ words: ['Dear **Acme**'], ending: 'end' });
  await page.keyboard.press('Enter');
  await here.getByText('Done, by stand-in').waitFor();
  expect(model.requests[0]?.messages[0]?.content).toBe('Write to Acme.');
  // Whoever opens the form to fill it in gets the copy.
  await page.getByRole('button', { name: 'Change values' }).click();
  await sheet.getByRole('button', { name: 'Copy', exact: true }).waitFor();
  await expectAccessible(page);
});

test('an answer whose connection is lost or goes silent says so, and what has arrived stays', async () => {
  const tier = await buildTier(browser.site, { access_level: 0, daily_run_limit: 6 });
  const page = await browser.open();
  await page.addInitScript(() => {
    AbortSignal.timeout = () => {
      const over = new AbortController();
      addEventListener('time is up', () => over.abort(new DOMException('', 'TimeoutError')));
      return over.signal;
    };
    const { fetch } = window;
    window.fetch = async (...request) => {
      const answer = await fetch(...request);
      if (!answer.headers.get('content-type')?.startsWith('text/event-stream')) return answer;
      const losing = new TransformStream<Uint8Array, Uint8Array>({
        start: (controller) =>
          addEventListener('connection lost', () => controller.error(new TypeError('network error'))),
      });
      return new Response(answer.body?.pipeThrough(losing), answer);
    };
  });
  await signIn(page, await buildMember(browser.site, { tier }), '/prompt/letter');
  const here = page.getByRole('region', { name: 'Run here' });
  await page.getByLabel('Company').fill('Acme');
  model.play({ words: ['Dear **Acme**'], ending: 'wait' });
  await here.getByRole('button', { name: 'Run here' }).click();
  await here.locator('strong', { hasText: 'Acme' }).waitFor();
  await page.evaluate(() => dispatchEvent(new Event('connection lost')));
  await here.getByText('The answer was interrupted. Try again.').waitFor();
  await here.locator('strong', { hasText: 'Acme' }).waitFor();
  model.play({ words: ['Hello **Acme**'], ending: 'wait' });
  await here.getByRole('button', { name: 'Run here' }).click();
  await here.getByText('Hello').waitFor();
  await page.evaluate(() => dispatchEvent(new Event('time is up')));
  await here.getByText('The answer was interrupted. Try again.').waitFor();
  // An answer interrupted by a reload or another page is kept as if it had been stopped.
  for (const [word, leave] of [
    ['Farewell', () => page.reload()],
    [
      'Goodbye',
      async () => {
        await page.getByRole('link', { name: 'Favorites' }).first().click();
        await page.waitForURL(/favorites/);
        await page.goBack();
      },
    ],
  ] as const) {
    model.play({ words: [`${word} **Acme**`], ending: 'wait' });
    await here.getByRole('button', { name: 'Run here' }).click();
    await here.getByText(word).waitFor();
    await leave();
    await here.getByText(word).waitFor();
    await here.getByText('Stopped').waitFor();
  }
});

test('on paper there is an answer, but nothing about runs', async () => {
  const { slug } = await buildPrompt(browser.site, { prompt_body: 'Write.' });
  const other = await buildPrompt(browser.site, { prompt_body: 'Review.' });
  const page = await open(`/prompt/${slug}`);
  model.play({ words: ['Dear Acme'], ending: 'end' });
  await page.getByRole('button', { name: 'Run here' }).click();
  await page.getByText('Done, by').waitFor();
  await page.getByText('Dear Acme').waitFor();
  await page.emulateMedia({ media: 'print' });
  expect(await page.getByText('Dear Acme').isVisible()).toBe(true);
  expect(await page.getByText('runs left today').filter({ visible: true }).count()).toBe(0);
  await page.goto(`/prompt/${other.slug}`);
  await page.getByText('Review.').waitFor();
  const here = page.getByText('Run here');
  await here.first().waitFor({ state: 'attached' });
  expect(await here.filter({ visible: true }).count()).toBe(0);
});

test('a run that the plan no longer allows leads to the plans', async () => {
  const { id, slug } = await buildPrompt(browser.site, { prompt_body: 'Write.' });
  const page = await open(`/prompt/${slug}`, { expectedFaults: /status of 403/ });
  const here = page.getByRole('region', { name: 'Run here' });
  await here.getByRole('button', { name: 'Run here' }).waitFor();
  const { token } = await buildAdmin(browser.site);
  await browser.site.api('PATCH', `/api/v1/admin/prompts/${id}`, { token, body: { tier_access: 1 } });
  await here.getByRole('button', { name: 'Run here' }).click();
  await page.getByRole('region', { name: 'Locked prompt' }).waitFor();
});

test('on a phone the answer to a step becomes its result, until the runs of the day are used up', async () => {
  const tier = await buildTier(browser.site, { access_level: 0, daily_run_limit: 4 });
  const page = await browser.open({ viewport: phone, expectedFaults: /502|429/ });
  await signIn(page, await buildMember(browser.site, { tier }), '/playbook/launch');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.waitForURL(/\/runs\//);
  const name = page.getByRole('textbox', { name: 'Name of this run' });
  expect(
    await name.evaluate(
      (field) => field.scrollWidth <= field.clientWidth && field.scrollHeight <= field.clientHeight,
    ),
  ).toBe(true);
  const result = page.getByLabel('Result', { exact: true });
  await result.fill('My own notes');
  await page.getByText('Saved').waitFor();
  // A stopped answer replaces nothing unless it is accepted.
  model.play({ words: ['They sell'], ending: 'wait' });
  await page.getByRole('button', { name: 'Run here' }).click();
  const sheet = page.getByRole('dialog', { name: 'Fill in' });
  await expectFocused(sheet.getByLabel('Company'));
  await page.keyboard.press('Escape');
  await page.getByText('Still open: Company').waitFor();
  await page.getByRole('button', { name: 'Run anyway' }).click();
  await expectFocused(page.getByRole('button', { name: 'Stop' }));
  const answer = page.getByRole('region', { name: 'Answer' });
  await answer.getByText('They sell').waitFor();
  await page.reload();
  await answer.getByText('They sell').waitFor();
  await answer.getByRole('button', { name: 'Use as result' }).waitFor();
  await expectAccessible(page);
  expect(await result.inputValue()).toBe('My own notes');
  await answer.getByRole('button', { name: 'Use as result' }).click();
  await expect.poll(() => result.inputValue()).toBe('They sell');
  await answer.waitFor({ state: 'detached' });
  await expectFocused(result);
  await page.getByRole('button', { name: 'Restore what was here before' }).click();
  await expect.poll(() => result.inputValue()).toBe('My own notes');
  await expectFocused(result);
  model.play({ words: ['They ', 'sell tea.'], ending: 'end' });
  await page.getByRole('button', { name: 'Run here' }).click();
  await sheet.getByRole('button', { name: 'Run anyway' }).click();
  await expect.poll(() => result.inputValue()).toBe('They sell tea.');
  await page.getByRole('status').filter({ hasText: 'Done, by stand-in' }).waitFor();
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Restore what was here before' }).click();
  await expect.poll(() => result.inputValue()).toBe('My own notes');
  await page.getByText('Saved').waitFor();
  // A failed run doesn't count.
  model.play({ status: 400, error: 'Nope' });
  await page.getByRole('button', { name: 'Run here' }).click();
  await expectFocused(sheet.getByLabel('Company'));
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Run anyway' }).click();
  await page.getByText('The language model refused this prompt.').waitFor();
  expect(await result.inputValue()).toBe('My own notes');
  await page.getByRole('button', { name: /Write/ }).click();
  model.play({ words: ['Buy our tea.'], ending: 'end' });
  await page.getByRole('button', { name: 'Run here' }).click();
  await expect.poll(() => result.inputValue()).toBe('Buy our tea.');
  expect(model.requests[0]?.messages[0]?.content).toBe('Use My own notes');
  // If two prompts ask about an open blank, only one can run, because running the other would stop it.
  await page.getByRole('button', { name: /Compare/ }).click();
  for (const at of [0, 1]) {
    await page.getByRole('button', { name: 'Run here' }).nth(at).click();
    await expectFocused(sheet.getByLabel('Rival'));
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('button', { name: 'Run anyway' }).count()).toBe(at + 1);
  }
  model.play({ words: ['Both sell'], ending: 'wait' });
  await page.getByRole('button', { name: 'Run anyway' }).first().click();
  await answer.getByText('Both sell').waitFor();
  expect(await page.getByRole('button', { name: 'Run anyway' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByRole('button', { name: 'Run anyway' }).waitFor();
  await page.goto('/prompt/letter');
  await page.getByText('No runs left today.').waitFor();
  await expectAccessible(page);
});
