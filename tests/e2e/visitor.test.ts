import { beforeAll, describe, expect, test } from 'vitest';
import { expectAccessible, expectFocused, hold, phone, thinOut, withBrowser } from '../harness/browser.ts';
import { buildMember, buildPlaybook, buildPrompt, buildStep } from '../harness/build.ts';

// A visitor becomes a paying member: public pages without the app, honest texts, and the way to an unlocked item.
const browser = withBrowser();
let slug: string;

beforeAll(async () => {
  const { site } = browser;
  const prompt = await buildPrompt(site, {
    slug: 'studio-only',
    title: 'Only in Studio',
    tier_access: 2,
    prompt_body: 'Write to {{reader}} about {{topic}} in four words.',
  });
  slug = prompt.slug;
  const playbook = await buildPlaybook(site, { slug: 'pro-steps', title: 'Steps for Pro', tier_access: 1 });
  await buildStep(site, playbook, {
    title: 'The first step',
    prompts: [{ type: 'manual', title: 'x', prompt_body: 'x' }],
  });
});

const fillIn = async (page: Awaited<ReturnType<typeof browser.open>>, email: string) => {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('a long password');
};

describe('the way to an unlocked item', () => {
  test('leads from its public page through sign-up and checkout back to it, open', async () => {
    // The sandbox's checkout stands in for the provider's.
    const page = await browser.open();
    await page.goto(`/browse/${slug}`);
    await page.getByText('Included in Studio').waitFor();
    await page.getByText('$29 a month').first().waitFor();
    await page.getByText('2 blanks to fill in').waitFor();
    expect(await page.evaluate(() => 'app' in document.documentElement.dataset)).toBe(false);
    await page.getByRole('link', { name: 'Get Studio' }).click();
    await page.waitForURL(/\/signup\?plan=[\da-f-]+&interval=month&from=/);
    await page.getByText('Create an account to subscribe to Studio.').waitFor();
    await fillIn(page, 'buyer@example.com');
    await page.getByRole('button', { name: 'Sign up' }).click();
    await page.waitForURL('**/sandbox/checkout?id=*');
    await page
      .getByRole('button', { name: /pay|start|subscribe/i })
      .first()
      .click();
    await page.waitForURL(`**/prompt/${slug}`);
    await page.getByText('about').first().waitFor();
    await page.getByRole('button', { name: /copy/i }).first().waitFor();
  });

  test('asks visitors who choose a plan to sign in, if they have an account, and leads on from there', async () => {
    const page = await browser.open();
    await page.goto('/pricing');
    await page.getByRole('link', { name: 'Subscribe Now (Pro)' }).filter({ visible: true }).click();
    await page.waitForURL('**/signup?plan=*');
    await page.getByRole('link', { name: 'Please sign in to subscribe' }).click();
    await page.waitForURL('**/signin?plan=*');
    await page.getByText('Please sign in to subscribe').waitFor();
    await page.goto('/signup');
    await page.getByText('Already have an account?').waitFor();
    expect(await page.getByText('to subscribe').count()).toBe(0);
  });

  test('leads a member who already pays to the plan that includes the item', async () => {
    const pro = await browser.site.db
      .selectFrom('tiers')
      .select('id')
      .where('name', '=', 'Pro')
      .executeTakeFirstOrThrow();
    const page = await browser.open();
    await page.goto(`/signup?plan=${pro.id}&interval=month&from=/prompt/${slug}`);
    await fillIn(page, 'pro@example.com');
    await page.getByRole('button', { name: 'Sign up' }).click();
    await page.waitForURL('**/sandbox/checkout?id=*');
    await page
      .getByRole('button', { name: /pay|start|subscribe/i })
      .first()
      .click();
    await page.waitForURL(`**/prompt/${slug}`);
    const locked = page.getByRole('region', { name: 'Locked prompt' });
    await locked.getByText('Included in Studio, $29 a month').waitFor();
    const plans = locked.getByRole('link', { name: 'See plans' });
    expect(await plans.getAttribute('href')).toBe(`/pricing?from=${encodeURIComponent(`/prompt/${slug}`)}`);
    await locked.getByRole('link', { name: 'Change to Studio' }).click();
    await page.waitForURL(/\/subscription\?change=[\da-f-]+&interval=month/);
    await page.getByRole('button', { name: 'Keep my plan' }).click();
    await expectFocused(page.locator('#content'));
  });

  test('keeps the item from a guard and the place on its page, by way of sign-in and the link to sign-up', async () => {
    const page = await browser.open();
    await page.goto('/playbook/your-week-in-order#comments');
    await page.waitForURL('**/signin');
    await page.getByRole('main').getByRole('link', { name: 'Sign up' }).click();
    await page.waitForURL('**/signup?from=*');
    await page.getByText('A free account unlocks “Your week in order”').waitFor();
    await fillIn(page, 'guarded@example.com');
    await page.getByRole('button', { name: 'Sign up' }).click();
    await page.waitForURL('**/playbook/your-week-in-order#comments');
  });

  test('takes a signed-in member straight on from the same link', async () => {
    const member = await buildMember(browser.site, { level: 0 });
    const page = await browser.open();
    await page.goto('/signin?from=/prompt/studio-only');
    await page.getByLabel('Email').fill(member.email);
    await page.getByLabel('Password', { exact: true }).fill(member.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(`**/prompt/${slug}`);
    const locked = page.getByRole('region', { name: 'Locked prompt' });
    await locked.getByText('Studio', { exact: true }).waitFor();
    await locked.getByText('8 words · 2 blanks to fill in').waitFor();
    expect(await locked.textContent()).not.toContain('four words');
    await locked.getByRole('link', { name: 'See plans' }).click();
    await page.waitForURL('**/pricing?from=*');
    await page.goto('/playbook/pro-steps');
    const steps = page.getByRole('region', { name: 'Locked playbook' });
    await steps.getByText('Pro Only').waitFor();
    await steps.getByText('The first step').waitFor();
    await steps.getByText('1 prompt', { exact: true }).waitFor();
  });
});

describe('a public list', () => {
  test('searches, sorts and continues without the app, and keeps its items when that fails', async () => {
    const page = await browser.open({ expectedFaults: /Failed to load resource|ERR_/ });
    // A `code` in the URL only starts the app on pages that accept one.
    await page.goto('/browse?code=of-another-site');
    const cards = page.locator('[data-list-items] > li');
    const before = await cards.count();
    await page.route('**/browse?cursor=*', (route) => route.abort());
    await page.getByRole('link', { name: 'Load more' }).click();
    await page.getByText("This couldn't be loaded.").waitFor();
    expect(await cards.count()).toBe(before);
    await page.unroute('**/browse?cursor=*');
    await page.getByRole('link', { name: 'Try again' }).click();
    await expect.poll(() => cards.count()).toBeGreaterThan(before);

    await page.getByRole('searchbox', { name: 'Search prompts' }).fill('only in studio');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/browse?q=only+in+studio');
    await page.getByText('Showing 1 prompt').waitFor();
    await expect.poll(() => cards.first().textContent()).toContain('Studio');
    await page.goBack();
    await expect.poll(() => cards.count()).toBeGreaterThan(1);
    await page.getByLabel('Type').selectOption('Image');
    await page.waitForURL('**/browse?type=Image');
    expect(await page.evaluate(() => 'app' in document.documentElement.dataset)).toBe(false);
  });

  test('stays as it is when someone skips to the content, and goes back', async () => {
    const page = await browser.open();
    await page.goto('/browse');
    const loaded: string[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/browse') loaded.push(request.url());
    });
    await page.getByRole('link', { name: 'Skip to content' }).press('Enter');
    await page.waitForURL('**/browse#content');
    await page.goBack();
    await page.waitForURL('**/browse');
    // Requests are reported in their order.
    await page.evaluate(() => fetch('/healthz'));
    expect(loaded).toEqual([]);
    await page.getByLabel('Type').selectOption('Image');
    await page.waitForURL('**/browse?type=Image');
    await page.goBack();
    await expect.poll(() => loaded.length).toBe(2);
  });

  test('shows the result of the last query, whichever answer comes first', async () => {
    const page = await browser.open();
    await page.goto('/browse');
    const held = Promise.withResolvers<void>();
    let answered = 0;
    await page.route('**/browse?q=first', async (route) => {
      const answer = await route.fetch();
      await held.promise;
      await route.fulfill({ response: answer });
      answered += 1;
    });
    const search = page.getByRole('searchbox', { name: 'Search prompts' });
    for (const text of ['first', 'only in studio']) {
      await search.fill(text);
      await page.keyboard.press('Enter');
    }
    await page.getByText('Showing 1 prompt').waitFor();
    const late = page.waitForResponse('**/browse?q=first');
    held.resolve();
    await (await late).finished();
    await expect.poll(() => answered).toBe(1);
    expect(await page.getByText('Showing 1 prompt').isVisible()).toBe(true);
    expect(new URL(page.url()).search).toBe('?q=only+in+studio');
  });

  test.each([
    ['on', true],
    ['off', false],
  ])('leads from the View of a card where its title leads, with JavaScript %s', async (_name, isOn) => {
    const page = await browser.open(isOn ? {} : { javaScriptEnabled: false, viewport: phone });
    for (const [path, title, from] of [
      ['/browse?q=only+in+studio', 'Only in Studio', '%2Fprompt%2Fstudio-only'],
      ['/browse-playbooks?q=steps+for+pro', 'Steps for Pro', '%2Fplaybook%2Fpro-steps'],
    ] as const) {
      await page.goto(path);
      const card = page.getByRole('article').filter({ hasText: title });
      const view = card.getByRole('link', { name: `View ${title}` });
      await view.waitFor();
      // Keyboard users reach the item only by its title.
      expect(await view.getAttribute('tabindex')).toBe('-1');
      if (isOn) await expectAccessible(page);
      await card.getByText('View', { exact: true }).click();
      await page.waitForURL(`**/signup?from=${from}`);
    }
  });

  test('says that a category is empty, whichever other filters are chosen', async () => {
    const page = await browser.open();
    await page.goto('/browse?category=Career&type=Video');
    await page.getByText('No prompts found in this category.', { exact: true }).waitFor();
    await page.getByText('Remove a filter to see more.', { exact: true }).waitFor();
    await page.goto('/browse-playbooks?category=Career&q=zzzzzzzz');
    await page.getByText('No playbooks found in this category.', { exact: true }).waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Browse prompts' }).click();
    await page.waitForURL('**/browse');
    await page.getByRole('main').getByRole('link', { name: 'Browse playbooks' }).waitFor();
    await page.goto('/browse?q=zzzzzzzz');
    await page.getByText('No prompts match. Remove a filter to see more.').waitFor();
  });

  test('works with JavaScript off', async () => {
    const page = await browser.open({ javaScriptEnabled: false, viewport: phone });
    await page.goto('/browse?category=Writing');
    // The last link of a row that is wider than the window.
    const chosen = await page.getByRole('link', { name: /^Writing/, exact: true }).boundingBox();
    expect(chosen?.x).toBeLessThan(phone.width - 60);
    await page.goto('/browse');
    await page.getByRole('searchbox', { name: 'Search prompts' }).fill('only in studio');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.getByText('Showing 1 prompt').waitFor();
    await page.getByRole('link', { name: 'Details of Only in Studio' }).click();
    await page.getByRole('heading', { level: 1, name: 'Only in Studio' }).waitFor();
    await page.getByRole('link', { name: 'Pricing' }).last().click();
    await page.getByLabel('Annual').check({ force: true });
    await page.getByText('$115.20').waitFor();
  });
});

test('the models of a prompt are shown as they were written', async () => {
  const { slug } = await buildPrompt(browser.site, { model_context: 'gpt', difficulty: 'advanced' });
  const page = await browser.open();
  await page.goto(`/browse/${slug}`);
  await page.getByRole('definition').getByText('Advanced', { exact: true }).waitFor();
  const shown = (pseudo?: string) =>
    page
      .getByText('gpt', { exact: true })
      .evaluate((element, part) => getComputedStyle(element, part).textTransform, pseudo);
  expect([await shown(), await shown('::first-letter')]).toEqual(['none', 'none']);
});

test('a code is entered on the page of plans by a visitor, whose click starts the app', async () => {
  const page = await browser.open();
  await page.goto('/pricing');
  await page.getByRole('button', { name: 'Have a code?' }).click();
  await page.getByLabel('Code').waitFor();
  expect(await page.evaluate(() => document.documentElement.dataset.app)).toBe('ready');
});

test('the API page is folded up, and its parts open by their links, by keyboard and on paper', async () => {
  const page = await browser.open({ viewport: phone });
  await page.goto('/api/docs');
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(40_000);
  const part = page.locator('[id="post-prompts-slug-copies"]');
  const text = part.getByText('copies_left: integer | null');
  expect(await text.isVisible()).toBe(false);
  await page.getByText('On this page').filter({ visible: true }).click();
  const links = page.getByRole('navigation', { name: 'On this page' }).filter({ visible: true });
  await links.getByRole('link', { name: 'POST /prompts/{slug}/copies' }).click();
  await text.waitFor();
  const heading = part.getByRole('heading', { name: 'POST /api/v1/prompts/{slug}/copies' });
  await expect.poll(async () => (await heading.boundingBox())?.y).toBeLessThan(phone.height / 2);
  // The next Tab stop is the section itself.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect.poll(() => text.isVisible()).toBe(false);
  await page.emulateMedia({ media: 'print' });
  await expect.poll(() => text.isVisible()).toBe(true);
  await page.emulateMedia({ media: 'screen' });
  await page.reload();
  await text.waitFor();
  await page.getByText('On this page').filter({ visible: true }).click();
  await links.first().waitFor();
  await thinOut(page);
  await expectAccessible(page);
});

test('a link to a part of the API page moves nothing while the rest of the page arrives', async () => {
  const page = await browser.open({ viewport: phone, fresh: true });
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: 20_000,
    uploadThroughput: 20_000,
  });
  await page.goto('/api/docs#post-prompts-slug-copies');
  const part = page.locator('[id="post-prompts-slug-copies"]');
  expect(await part.getByText('copies_left: integer | null').isVisible()).toBe(true);
  // Layout shifts are reported after painting.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
});

test('a link to a part of the API page opens it before the page has its script', async () => {
  const page = await browser.open();
  const release = await hold(page, /\/assets\/.*\.js/);
  await page.goto('/api/docs#post-prompts-slug-copies', { waitUntil: 'commit' });
  const part = page.locator('[id="post-prompts-slug-copies"]');
  await part.getByText('copies_left: integer | null').waitFor();
  release();
});
