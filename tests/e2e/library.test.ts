import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { expectFocused, signIn, withBrowser } from '../harness/browser.ts';
import { buildMember, buildPrompt } from '../harness/build.ts';

const browser = withBrowser();
let member: Awaited<ReturnType<typeof buildMember>>;
beforeAll(async () => {
  member = await buildMember(browser.site, { level: 0 });
});
const openLibrary = async (options = {}) => {
  const page = await browser.open(options);
  await signIn(page, member, '/prompts');
  await page.getByText('62 results').waitFor();
  return page;
};

describe('the library', () => {
  test('keeps search, filters and sort in the address, through back and reload', async () => {
    const page = await openLibrary();
    await page.getByRole('button', { name: 'Agent', exact: true }).click();
    await page.getByText('7 results').waitFor();
    await page.getByRole('button', { name: 'Popular' }).click();
    await page.getByRole('searchbox').fill('research');
    await page.getByText('1 result', { exact: true }).waitFor();
    expect(new URL(page.url()).searchParams.toString()).toBe('type=Agent&sort=popular&q=research');
    await page.reload();
    await page.getByText('1 result', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Research agent with a notebook' }).click();
    await page.getByRole('heading', { level: 1, name: 'Research agent with a notebook' }).waitFor();
    await page.goBack();
    await page.getByText('1 result', { exact: true }).waitFor();
    expect(await page.getByRole('searchbox').inputValue()).toBe('research');
    await page.getByRole('button', { name: 'Clear all filters' }).click();
    await expectFocused(page.getByRole('status').filter({ hasText: '62 results' }));
    expect(await page.getByRole('searchbox').inputValue()).toBe('');
    await page.getByRole('button', { name: 'More Filters' }).click();
    await page.getByRole('button', { name: /^Career/ }).click();
    await page.getByText('3 results').waitFor();
    await page.getByRole('searchbox').fill('no such thing at all');
    await page.getByText('No results found').waitFor();
  });

  test('finds the text typed last, whichever answer comes first, and keeps text typed meanwhile', async () => {
    const page = await openLibrary();
    const held = Promise.withResolvers<void>();
    await page.route('**/api/v1/prompts?*q=role&*', async (route) => {
      await held.promise;
      await route.continue().catch(() => undefined);
    });
    await page.route('**/api/v1/prompts?*q=role', async (route) => {
      await held.promise;
      await route.continue().catch(() => undefined);
    });
    const search = page.getByRole('searchbox');
    await search.fill('role');
    await page.waitForURL('**/prompts?q=role');
    await search.fill('interview');
    await page.waitForURL('**/prompts?q=interview');
    held.resolve();
    await search.press('End');
    await search.pressSequentially(' zebra');
    await page.waitForURL('**/prompts?q=interview+zebra');
    await page.getByText('No results found').waitFor();
    expect(await search.inputValue()).toBe('interview zebra');
  });

  test('loads the rest on demand', async () => {
    const page = await openLibrary();
    const cards = page.getByRole('article');
    expect(await cards.count()).toBe(24);
    // The last card moves down in between, and comes again with the rest.
    const title = await cards.last().getByRole('heading').innerText();
    const { db } = browser.site;
    const { id, created_at } = await db
      .selectFrom('prompts')
      .select(['id', 'created_at'])
      .where('title', '=', title)
      .executeTakeFirstOrThrow();
    const move = (to: Date) =>
      db.updateTable('prompts').set({ created_at: to }).where('id', '=', id).execute();
    const { oldest } = await db
      .selectFrom('prompts')
      .select(({ fn }) => fn.min('created_at').as('oldest'))
      .executeTakeFirstOrThrow();
    onTestFinished(async () => void (await move(created_at)));
    await move(oldest);
    const more = page.getByRole('button', { name: 'Load more' });
    await more.click();
    await expect.poll(() => cards.count()).toBe(48);
    await more.click();
    await expect.poll(() => cards.count()).toBe(62);
    expect(await cards.getByRole('heading', { name: title, exact: true }).count()).toBe(1);
  });

  test('shows six skeletons while it loads, and a retry when it fails', async () => {
    const page = await browser.open({ expectedFaults: /status of 400/ });
    await signIn(page, member, '/robots.txt');
    const refusal = {
      status: 400,
      contentType: 'application/json',
      body: '{"error":"no","code":"bad_request"}',
    };
    let fail = true;
    const { promise: seen, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/api/v1/prompts?*', async (route) => {
      await seen;
      await (fail ? route.fulfill(refusal) : route.continue());
    });
    await page.goto('/prompts');
    const skeletons = page.getByRole('status', { name: 'Loading prompts' });
    await skeletons.waitFor();
    expect(await skeletons.locator('> *').count()).toBe(6);
    // Placeholders have no text for screen readers.
    expect(await skeletons.getByRole('heading').count()).toBe(0);
    release();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    fail = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('62 results').waitFor();
  });
});

test("filters in the address that the list doesn't have can't be cleared", async () => {
  const page = await browser.open();
  for (const [path, count] of [
    ['/prompts?type=Nope&q=&favorites=no&purchased=true', '62 results'],
    ['/playbooks?type=Video&difficulty=beginner&category=', '8 playbooks'],
  ] as const) {
    if (path.startsWith('/prompts')) await signIn(page, member, path);
    else await page.goto(path);
    await page.getByText(count).waitFor();
    expect(await page.getByRole('button', { name: 'Clear all filters' }).count()).toBe(0);
  }
  await page.goto('/playbooks?type=Video&purchased=true');
  await page.getByText("You haven't bought any playbooks yet.").waitFor();
});

test('a category in the address that is not offered is shown as chosen, and can be cleared', async () => {
  const page = await browser.open({ expectedFaults: /Layout shift/ });
  await signIn(page, member, '/prompts?category=Hidden+one');
  await page.getByText('0 results').waitFor();
  const chosen = page.getByRole('button', { name: 'Hidden one' });
  expect(await chosen.getAttribute('aria-pressed')).toBe('true');
  await chosen.click();
  await page.getByText('62 results').waitFor();
  await page.goto('/browse?category=Hidden+one');
  const link = page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: 'Hidden one' });
  expect(await link.getAttribute('aria-current')).toBe('true');
});

describe('the sample of a locked prompt', () => {
  const sampleOf = async (example_output: string) => {
    const { slug } = await buildPrompt(browser.site, { tier_access: 2, example_output });
    onTestFinished(
      async () => void (await browser.site.db.deleteFrom('prompts').where('slug', '=', slug).execute()),
    );
    const page = await browser.open();
    await signIn(page, member, `/prompt/${slug}`);
    const sample = page.getByRole('region', { name: 'Sample Output' });
    await sample.waitFor();
    const text = await sample.locator('.prose-text').innerText();
    // Before the prompt is deleted, because the page may still be requesting its comments.
    await page.close();
    return text;
  };

  test('that is short is complete and formatted', async () => {
    expect(await sampleOf('A *short* sample.')).toBe('A short sample.');
    expect(await sampleOf('x'.repeat(200))).toBe('x'.repeat(200));
  });

  test('that is longer is cut, even within a link', async () => {
    const start = 'word '.repeat(38);
    expect(await sampleOf(`${start}[link text](https://example.com) and more`)).toBe(`${start}link text…`);
  });
});

describe('votes and favorites', () => {
  test('explain an empty list, and say when other filters match nothing', async () => {
    const page = await browser.open();
    await signIn(page, await buildMember(browser.site), '/prompts?favorites=true');
    await page.getByText('No results found').waitFor();
    await page.getByText('No favorites yet. Press the heart on a prompt to keep it here.').waitFor();
    await page.goto('/playbooks?favorites=true&sort=popular');
    await page.getByText('No favorites yet. Press the heart on a playbook to keep it here.').waitFor();
    await page.goto('/playbooks?purchased=true');
    await page.getByText("You haven't bought any playbooks yet.").waitFor();
    await page.goto('/prompts?favorites=true&type=Audio');
    await page.getByText('No matches. Remove a filter to see more.').waitFor();
    await page.goto('/prompts?q=73519246');
    await page.getByText('Check the spelling or try other words.').waitFor();
  });

  test('show at once, survive a reload, and appear in the favorites', async () => {
    const page = await openLibrary();
    const card = page
      .getByRole('article')
      .filter({ hasText: 'Fridge' })
      .or(page.getByRole('article'))
      .first();
    const title = await card.getByRole('heading').textContent();
    const saved = ['/vote', '/favorite'].map((end) =>
      page.waitForResponse((answer) => answer.url().endsWith(end)),
    );
    await card.getByRole('button', { name: /^Upvote/ }).click();
    await expect
      .poll(() => card.getByRole('button', { name: /^Upvote/ }).getAttribute('aria-pressed'))
      .toBe('true');
    await card.getByRole('button', { name: /favorite/i }).click();
    await Promise.all(saved);
    await page.reload();
    await page.getByRole('button', { name: 'Favorites', exact: true }).click();
    await page.getByText('1 result', { exact: true }).waitFor();
    expect(await page.getByRole('article').getByRole('heading').textContent()).toBe(title);
    expect(await page.getByRole('button', { name: /^Upvote/ }).textContent()).toMatch(/: 1$/);
    await page.getByRole('link', { name: 'Favorite playbooks' }).click();
    await page.getByText('No favorites yet. Press the heart on a playbook to keep it here.').waitFor();
    const entry = page.getByRole('navigation').getByRole('link', { name: 'Favorites' });
    expect(await entry.getAttribute('aria-current')).toBe('page');
    await entry.click();
    await page.getByText('1 result', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await page.getByRole('link', { name: 'Your Favorites' }).click();
    await page.getByText('1 result', { exact: true }).waitFor();
  });

  test('are undone with a message when the server says no, and end right after quick clicks', async () => {
    const page = await browser.open({ expectedFaults: /status of 404/ });
    await signIn(page, member, '/prompt/museum-companion');
    const vote = page.getByRole('button', { name: /^Upvote/ });
    await vote.waitFor();
    await page.route('**/vote', (route) =>
      route.fulfill({
        status: 404,
        contentType: 'application/json',
        body: '{"error":"Prompt not found","code":"not_found"}',
      }),
    );
    await vote.click();
    await page.getByText('Prompt not found').waitFor();
    expect(await vote.getAttribute('aria-pressed')).toBe('false');
    await page.unroute('**/vote');

    let unanswered = 0;
    const count = (change: number) => (request: { url(): string }) => {
      if (request.url().endsWith('/vote')) unanswered += change;
    };
    page.on('request', count(1)).on('requestfinished', count(-1));
    for (let click = 0; click < 5; click += 1) await vote.click();
    await expect
      .poll(async () => {
        // A follow-up request has started by the next frame.
        await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
        if (unanswered > 0) return undefined;
        const row = await browser.site.db
          .selectFrom('prompts')
          .select('vote_count')
          .where('slug', '=', 'museum-companion')
          .executeTakeFirstOrThrow();
        return row.vote_count;
      })
      .toBe(1);
    await page.reload();
    await expect.poll(() => vote.getAttribute('aria-pressed')).toBe('true');
  });
});

describe('a prompt', () => {
  test('that is locked shows blurred words that are not its own, and the way to the plans', async () => {
    const page = await browser.open();
    await signIn(page, member, '/robots.txt');
    const bodies: string[] = [];
    page.on('response', async (response) => {
      if (response.url().includes('/api/')) bodies.push(await response.text().catch(() => ''));
    });
    await page.goto('/prompt/api-design-review');
    await page.getByText('Upgrade to access this prompt').waitFor();
    await page.getByText('Studio', { exact: true }).waitFor();
    expect(await page.content()).not.toContain('Three journeys');
    expect(bodies.join('')).not.toContain('Three journeys');
    await page.getByRole('link', { name: 'See plans' }).click();
    await page.waitForURL('**/pricing?from=%2Fprompt%2Fapi-design-review');
  });

  test('counts one view for each opening', async () => {
    const page = await browser.open();
    await signIn(page, member, '/robots.txt');
    const views = async () =>
      (
        await browser.site.db
          .selectFrom('prompts')
          .select('view_count')
          .where('slug', '=', 'sleep-detective')
          .executeTakeFirstOrThrow()
      ).view_count;
    await page.goto('/prompt/sleep-detective');
    await expect.poll(views).toBe(1);
    await page.reload();
    await expect.poll(views).toBe(2);
  });

  test('has a link to share, and says when there is no such prompt', async () => {
    const page = await browser.open({ expectedFaults: /status of 404/ });
    await signIn(page, member, '/prompt/sleep-detective');
    await page.getByRole('button', { name: /share|link/i }).click();
    await page.getByText('Link copied to clipboard!').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      `${browser.site.url}/prompt/sleep-detective`,
    );
    await page.goto('/prompt/there-is-none');
    await page.getByRole('heading', { name: 'Prompt not found' }).waitFor();
    await page.getByRole('link', { name: 'Back to Explore' }).click();
    await page.waitForURL('**/prompts');
  });
});
