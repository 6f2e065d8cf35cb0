import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildMember, buildPlaybook, buildPrompt, buildStep } from './harness/build.ts';
import { createTestSite, type TestSite } from './harness/site.ts';

// Every restricted text contains a unique word, generated per field. None of them may reach anyone who isn't allowed to read it, through
// any URL.
const canary = (name: string) => `canary-${name}-${crypto.randomUUID().slice(0, 8)}`;
const secrets = {
  promptBody: canary('body'),
  blankDefault: canary('blank'),
  authorDefault: canary('author-default'),
  earlierBody: canary('earlier'),
  exampleEnd: canary('example'),
  draftTitle: canary('draft'),
  draftStep: canary('draft-step'),
  stepText: canary('step-text'),
  stepPrompt: canary('step-prompt'),
  earlierStep: canary('earlier-step'),
  hiddenComment: canary('hidden'),
  heldComment: canary('held'),
  settingsKey: canary('settings'),
  memberBio: canary('bio'),
  ownCollection: canary('collection'),
  filledIn: canary('filled-in'),
  keptText: canary('kept-text'),
  myVersion: canary('my-version'),
};

let site: TestSite;
const tokens: Record<string, string | undefined> = {};
const slugs: string[] = [];
/** Ids of other members' data, to be put into URLs that take one. */
const ids: string[] = [];
const historyIds: string[] = [];
const myVersionIds: string[] = [];
const runIds: string[] = [];
const sharedLink = crypto.randomUUID();

beforeAll(async () => {
  site = await createTestSite();
  const [free, untiered, level1, other] = await Promise.all([
    buildMember(site, { level: 0 }),
    buildMember(site),
    buildMember(site, { level: 1 }),
    buildMember(site),
  ]);
  Object.assign(tokens, {
    visitor: undefined,
    free: free.token,
    untiered: untiered.token,
    level1: level1.token,
  });
  const prompt = await buildPrompt(site, {
    slug: 'gated-prompt',
    tier_access: 2,
    prompt_body: `x ${secrets.earlierBody}`,
    blanks: JSON.stringify([{ name: 'topic', default: secrets.authorDefault }]),
    example_output: `${'x'.repeat(200)}${secrets.exampleEnd}`,
  });
  await site.db
    .updateTable('prompts')
    .set({ prompt_body: `x ${secrets.promptBody} {{tone:${secrets.blankDefault}}} {{topic}}` })
    .where('id', '=', prompt.id)
    .execute();
  await buildPrompt(site, {
    slug: 'draft-prompt',
    title: secrets.draftTitle,
    status: 'draft',
    category: secrets.draftTitle,
    tags: [secrets.draftTitle],
  });
  const playbook = await buildPlaybook(site, {
    slug: 'gated-playbook',
    tier_access: 2,
    is_purchasable: true,
    price: 100,
  });
  const draft = await buildPlaybook(site, {
    slug: 'draft-playbook',
    title: secrets.draftTitle,
    status: 'draft',
    tier_access: 2,
    is_purchasable: true,
    price: 100,
  });
  await buildStep(site, draft, {
    title: secrets.draftStep,
    prompts: [{ type: 'manual', title: 'x', prompt_body: secrets.draftStep }],
  });
  await site.db
    .insertInto('user_playbook_purchases')
    .values({ playbook_id: draft.id, user_id: other.id })
    .execute();
  tokens.buyer = other.token;
  await site.db
    .insertInto('playbook_steps_new')
    .values({
      playbook_id: playbook.id,
      step_order: 0,
      title: 'The titles of steps are for everybody',
      description: secrets.earlierStep,
      prompts: JSON.stringify([
        { type: 'manual', title: 'x', prompt_body: secrets.stepPrompt },
        { type: 'library', prompt_id: prompt.id, title: 'y', prompt_body: secrets.promptBody },
      ]),
    })
    .execute();
  // Adds another version, and runs of the previous version on expired plans.
  await site.pool.query('update playbook_steps_new set description = $1 where playbook_id = $2', [
    secrets.stepText,
    playbook.id,
  ]);
  const runs = await site.db
    .insertInto('playbook_runs')
    .values(
      [free, untiered, level1].map(({ id }) => ({
        user_id: id,
        playbook_id: playbook.id,
        name: 'Begun',
        version: 2,
      })),
    )
    .returning('id')
    .execute();
  runIds.push(...runs.map(({ id }) => id));
  // A restricted prompt that an open playbook used to include.
  const givenBefore = await buildPlaybook(site, { slug: 'open-playbook', tier_access: 0 });
  await buildStep(site, givenBefore, { prompts: [{ type: 'library', prompt_id: prompt.id }] });
  await site.db
    .updateTable('playbook_steps_new')
    .set({ prompts: '[]' })
    .where('playbook_id', '=', givenBefore.id)
    .execute();
  const begun = await site.db
    .insertInto('playbook_runs')
    .values(
      [free, untiered, level1].map(({ id }) => ({
        user_id: id,
        playbook_id: givenBefore.id,
        name: 'Begun',
        version: 2,
      })),
    )
    .returning('id')
    .execute();
  runIds.push(...begun.map(({ id }) => id));
  const comment = { target_type: 'prompt' as const, target_id: prompt.id, author_id: other.id };
  await site.db
    .insertInto('comments')
    .values([
      { ...comment, body: secrets.hiddenComment, status: 'hidden' },
      { ...comment, author_id: null, body: secrets.heldComment, status: 'held' },
    ])
    .execute();
  await site.db
    .insertInto('site_settings')
    .values({ setting_key: 'stripe_secret_key', setting_value: secrets.settingsKey })
    .execute();
  await site.db.updateTable('profiles').set({ bio: secrets.memberBio }).where('id', '=', other.id).execute();
  const [shared, own] = await site.db
    .insertInto('collections')
    .values([
      { user_id: other.id, name: 'Shared', link: sharedLink },
      { user_id: other.id, name: secrets.ownCollection, note: secrets.ownCollection },
    ])
    .returning('id')
    .execute();
  for (const { id: collection_id } of [shared, own].filter((collection) => collection !== undefined))
    await site.db
      .insertInto('collection_items')
      .values([
        { collection_id, position: 0, prompt_id: prompt.id },
        { collection_id, position: 1, playbook_id: playbook.id },
        { collection_id, position: 2, playbook_id: draft.id },
      ])
      .execute();
  // History of a restricted prompt from expired plans, with the values that others filled in.
  const lapsed = [];
  for (const { id: user_id } of [free, untiered, level1, other]) {
    const entry = { user_id, action: 'copied' as const };
    const hash = Buffer.alloc(32, 1);
    lapsed.push(
      ...(await site.db
        .insertInto('history_entries')
        .values([
          { ...entry, prompt_id: prompt.id, version: 1 },
          { ...entry, prompt_id: prompt.id, version: 2 },
          { ...entry, playbook_id: playbook.id, text_hash: hash },
        ])
        .returning('id')
        .execute()),
    );
    await site.pool.query('insert into playbook_texts values ($1, $2, $3) on conflict do nothing', [
      playbook.id,
      hash,
      secrets.keptText,
    ]);
  }
  await site.db
    .insertInto('history_entries')
    .values({
      user_id: other.id,
      action: 'copied',
      prompt_id: prompt.id,
      version: 1,
      values: JSON.stringify({ topic: secrets.filledIn }),
    })
    .execute();
  // Other members' versions, and own versions whose original is locked.
  const copied = { prompt_id: prompt.id, base_version: 1, name: 'Mine' };
  const versions = await site.db
    .insertInto('my_versions')
    .values([
      { ...copied, user_id: other.id, body: secrets.myVersion },
      ...[free, untiered, level1].map(({ id: user_id }) => ({ ...copied, user_id, body: 'my words' })),
    ])
    .returning('id')
    .execute();
  myVersionIds.push(...versions.map(({ id }) => id));
  historyIds.push(...lapsed.map(({ id }) => id));
  ids.push(shared?.id ?? '', own?.id ?? '');
  slugs.push('gated-prompt', 'draft-prompt', 'gated-playbook', 'draft-playbook', 'no-such-item');
});
afterAll(() => site.stop());

/** Every endpoint with every item's slug or id in its URL, and every page. */
function addresses(): [string, string][] {
  const endpoints = [...new Set(site.endpoints)].filter(
    (endpoint) => /^[A-Z]+ \/(api|functions|auth)\//.test(endpoint) && !endpoint.startsWith('ALL'),
  );
  const calls = endpoints.flatMap((endpoint) => {
    const [method = '', path = ''] = endpoint.split(' ');
    // For the team only, whatever the item.
    const named = path.startsWith('/api/v1/admin/') ? slugs.slice(0, 1) : slugs;
    return named.flatMap((slug, position): [string, string][] =>
      ['prompts', 'playbooks'].map((collection) => [
        method,
        path
          .replace(':collection', collection)
          .replace(':slug', slug)
          .replace(':id', ids[position] ?? crypto.randomUUID())
          .replace(':link', sharedLink)
          .replace(':item', crypto.randomUUID())
          .replaceAll(/:(step|prompt)/g, '0')
          .replace(':number', '1')
          .replace(':n', '0')
          .replace(':folder', 'prompts')
          .replace(':file', 'x.png'),
      ]),
    );
  });
  const queries = [
    '',
    '?q=canary',
    '?q=x',
    '?limit=100&sort=popular',
    '?category=canary',
    '?favorites=true',
    '?purchased=true',
  ];
  const lists = queries.flatMap((query): [string, string][] => [
    ['GET', `/api/v1/prompts${query}`],
    ['GET', `/api/v1/playbooks${query}`],
    ['GET', `/browse${query}`],
    ['GET', `/browse-playbooks${query}`],
  ]);
  const pages = [
    '/',
    '/pricing',
    '/sitemap.xml',
    '/sitemap.xml?part=1',
    '/feed.atom',
    '/feed.json',
    '/feed.atom?category=canary',
    '/feed.json?category=canary',
    '/llms.txt',
    '/robots.txt',
    '/api/docs',
    '/dashboard',
    '/browse.data',
    '/_root.data',
  ];
  const items = slugs.flatMap((slug) => [
    `/prompt/${slug}`,
    `/playbook/${slug}`,
    `/browse/${slug}`,
    `/browse-playbooks/${slug}`,
    `/prompt/${slug}.data`,
    `/browse/${slug}.data`,
    `/browse-playbooks/${slug}.data`,
    `/signup?from=/prompt/${slug}`,
    `/signup?from=/playbook/${slug}`,
    `/og/prompts/${slug}.png`,
    `/og/playbooks/${slug}.png`,
    `/embed/prompts/${slug}`,
    `/embed/playbooks/${slug}`,
    `/oembed?url=${encodeURIComponent(`${site.url}/browse/${slug}`)}`,
    `/oembed?url=${encodeURIComponent(`${site.url}/playbook/${slug}`)}`,
  ]);
  const history = historyIds.map((id): [string, string] => ['GET', `/api/v1/history/${id}`]);
  const myVersions = myVersionIds.flatMap((id): [string, string][] => [
    ['GET', `/api/v1/my-versions/${id}?difference=true`],
    ['GET', `/api/v1/my-versions/${id}/merge`],
    ['PATCH', `/api/v1/my-versions/${id}`],
  ]);
  const earlier: [string, string][] = [
    ...['gated-playbook', 'open-playbook'].flatMap((slug): [string, string][] => [
      ['GET', `/api/v1/playbooks/${slug}/versions/2`],
      ['GET', `/api/v1/playbooks/${slug}/versions/3`],
      ['POST', `/api/v1/playbooks/${slug}/steps/0/prompts/0/copies?version=2`],
      ['POST', `/api/v1/playbooks/${slug}/steps/0/prompts/0/answers?version=2`],
    ]),
    ...runIds.flatMap((id): [string, string][] => [
      ['GET', `/api/v1/runs/${id}`],
      ['GET', `/api/v1/runs/${id}/export`],
    ]),
  ];
  const all = [
    ...history,
    ...earlier,
    ...myVersions,
    ...calls,
    ...lists,
    ...[...pages, ...items].map((path): [string, string] => ['GET', path]),
  ];
  return [
    ...new Map(
      all
        .filter(([method, path]) => !(method === 'DELETE' && path === '/api/v1/profile'))
        .map((call) => [call.join(' '), call]),
    ).values(),
  ];
}

describe.each(['visitor', 'free', 'untiered', 'level1'])('a %s', (viewer) => {
  test('gets no text that others paid for, from any URL', async () => {
    const token = tokens[viewer];
    const calls = addresses();
    expect(calls.length).toBeGreaterThan(150);
    const bodies: unknown[] = [{}, { body: 'x' }, { position: 0 }];
    for (const [method, path] of calls) {
      for (const body of ['POST', 'PUT', 'PATCH'].includes(method) ? bodies : [undefined]) {
        const answer = await site.api(method, path, {
          ...(token ? { token } : {}),
          ...(body ? { body } : {}),
        });
        const heard = answer.text + JSON.stringify([...answer.headers]);
        const leaked = Object.entries(secrets).filter(([, secret]) => heard.includes(secret));
        // A visitor's own query is repeated in a page's URL, which isn't a leak.
        expect(leaked, `${method} ${path}`).toEqual([]);
        // 503: this site's payment key can't be decrypted.
        expect(answer.status === 503 || answer.status < 500, `${method} ${path}`).toBe(true);
      }
    }
  });
});

test('a member who can read them gets them, which proves that this test can fail', async () => {
  const member = await buildMember(site, { level: 2 });
  const heard = await Promise.all(
    ['prompts/gated-prompt', 'playbooks/gated-playbook', 'playbooks/gated-playbook/versions/2'].map(
      async (path) => (await site.api('GET', `/api/v1/${path}`, { token: member.token })).text,
    ),
  );
  for (const name of [
    ...(['promptBody', 'exampleEnd', 'stepText', 'stepPrompt', 'blankDefault', 'earlierStep'] as const),
  ]) {
    expect(heard.join()).toContain(secrets[name]);
  }
  const bought = await site.api('GET', '/api/v1/playbooks/draft-playbook', {
    token: tokens.buyer ?? '',
  });
  expect(bought.text).toContain(secrets.draftStep);
});
