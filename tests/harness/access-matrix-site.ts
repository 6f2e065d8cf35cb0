import { newApiKey } from '#access/api-key-text.server.ts';
import { unlimitedCopies } from '#constants';
import {
  type Caller,
  commentIds,
  giftCodes,
  itemIds,
  type KeyCaller,
  keyCallers,
  slugs,
} from './access-matrix-callers.ts';
import { categoryIds } from './access-matrix-figures.ts';
import { mailingIds } from './access-matrix-mailings.ts';
import { pageIds } from './access-matrix-owner.ts';
import { webhookIds } from './access-matrix-reach.ts';
import { personEmails } from './access-matrix-team.ts';
import {
  buildAdmin,
  buildGift,
  buildMember,
  buildOffer,
  buildPlaybook,
  buildPrompt,
  buildTeam,
  buildTier,
} from './build.ts';
import type { TestSite } from './site.ts';
import { expireToken, forgeToken } from './tokens.ts';

export const secret = 'the-secret-text-of-this-item';

/** Creates everything that the paths refer to, and an account for each caller. @returns their tokens */
export async function prepareMatrix(site: TestSite): Promise<Partial<Record<Caller | KeyCaller, string>>> {
  const [free, level1, level2, untiered, author, admin, editor, support] = await Promise.all([
    buildMember(site, { level: 0 }),
    buildMember(site, { level: 1 }),
    buildMember(site, { level: 2 }),
    buildMember(site),
    buildMember(site, { level: 0 }),
    buildAdmin(site),
    buildTeam(site, 'editor'),
    buildTeam(site, 'support'),
  ]);
  // The limit has its own tests.
  await site.db.updateTable('tiers').set({ daily_copy_limit: unlimitedCopies }).execute();
  const voters = await Promise.all([buildMember(site), buildMember(site), buildMember(site)]);
  const tokens = {
    free: free.token,
    level1: level1.token,
    level2: level2.token,
    untiered: untiered.token,
    author: author.token,
    admin: admin.token,
    editor: editor.token,
    support: support.token,
    expired: await expireToken(site, level2.token),
    forged: await forgeToken(site, admin.token),
  };
  const members = { author, level2, admin };
  const keys: Partial<Record<KeyCaller, string>> = {};
  for (const [caller, { of, scopes }] of Object.entries(keyCallers)) {
    const { text, hash, hint } = newApiKey();
    const expires_at = caller === 'endedKey' ? new Date(0) : null;
    await site.db
      .insertInto('api_keys')
      .values({ user_id: members[of].id, name: caller, hash, hint, scopes: [...scopes], expires_at })
      .execute();
    keys[caller as KeyCaller] = text;
  }
  const { hash, hint } = newApiKey();
  await site.db
    .insertInto('webhook_endpoints')
    .values({
      id: webhookIds.one,
      url: 'https://receiver.invalid/hook',
      events: ['comment.created'],
      secret: Buffer.from('x'),
      is_enabled: false,
    })
    .execute();
  await site.db
    .insertInto('api_keys')
    .values({ id: itemIds.apiKey, user_id: author.id, name: 'Mine', hash, hint, scopes: ['library:read'] })
    .execute();
  const items = [
    { slug: slugs.free, tier_access: 0, status: 'published' },
    { slug: slugs.gated, tier_access: 1, status: 'published' },
    { slug: slugs.draft, tier_access: 0, status: 'draft' },
  ] as const;
  await site.db
    .insertInto('collections')
    .values({
      id: itemIds.collection,
      user_id: author.id,
      name: 'A collection',
      link: itemIds.collectionLink,
    })
    .execute();
  for (const [position, item] of items.entries()) {
    const text = { ...item, author_id: author.id };
    const prompt = await buildPrompt(site, {
      ...text,
      prompt_body: `Say ${secret}`,
      example_output: `${'x'.repeat(200)}${secret}`,
    });
    const playbook = await buildPlaybook(site, text);
    const entry = { [slugs.free]: itemIds.readEntry, [slugs.gated]: itemIds.lockedEntry }[item.slug];
    if (entry)
      await site.db
        .insertInto('history_entries')
        .values({ id: entry, user_id: author.id, action: 'copied', prompt_id: prompt.id, version: 1 })
        .execute();
    if (item.slug === slugs.gated)
      await site.db
        .insertInto('my_versions')
        .values({
          id: itemIds.myVersion,
          user_id: author.id,
          prompt_id: prompt.id,
          base_version: 1,
          name: 'Mine',
          body: 'My own words',
        })
        .execute();
    const kept = { collection_id: itemIds.collection, position };
    await site.db
      .insertInto('collection_items')
      .values([
        {
          ...kept,
          prompt_id: prompt.id,
          ...(item.slug === slugs.free ? { id: itemIds.collectionItem } : {}),
        },
        { ...kept, playbook_id: playbook.id },
      ])
      .execute();
    if (item.slug === slugs.gated)
      await site.db
        .insertInto('prompt_results')
        .values({ id: itemIds.result, user_id: author.id, prompt_id: prompt.id, version: 1, result: secret })
        .execute();
    const failed = { prompt_id: prompt.id, version: 1, worked: false, model: 'GPT', note: secret };
    if (item.slug === slugs.gated)
      await site.db
        .insertInto('prompt_outcomes')
        .values(voters.map(({ id }) => ({ ...failed, user_id: id })))
        .execute();
    await site.db
      .insertInto('playbook_steps_new')
      .values({
        playbook_id: playbook.id,
        step_order: 0,
        title: 'A step',
        description: secret,
        prompts: JSON.stringify([{ type: 'manual', title: 'One', prompt_body: secret }]),
      })
      .execute();
    // A run has the steps of the version it was started with.
    if (item.slug === slugs.gated)
      await site.db
        .insertInto('playbook_runs')
        .columns(['id', 'user_id', 'playbook_id', 'name', 'version'])
        .expression((eb) =>
          eb
            .selectFrom('playbooks')
            .select([
              eb.val(itemIds.run).as('id'),
              eb.val(author.id).as('user_id'),
              'playbooks.id as playbook_id',
              eb.val('A run').as('name'),
              'version',
            ])
            .where('id', '=', playbook.id),
        )
        .execute();
  }
  await buildPrompt(site, { id: itemIds.prompt, status: 'draft', prompt_body: secret });
  await buildPlaybook(site, { id: itemIds.playbook, status: 'draft', is_purchasable: true, price: 900 });
  await buildTier(site, { id: itemIds.tier, price: 1_000 });
  await site.db
    .insertInto('pages')
    .values([
      { id: pageIds.draft, kind: 'own', slug: 'a-draft', title: 'Draft', body: secret },
      { id: pageIds.spare, kind: 'own', slug: 'spare', title: 'Spare', body: '' },
    ])
    .execute();
  for (const [id, email] of [
    [itemIds.person, personEmails.one],
    [itemIds.sparePerson, personEmails.spare],
  ] as const) {
    await site.db.insertInto('auth.users').values({ id, email, email_confirmed_at: new Date() }).execute();
    await site.db.insertInto('profiles').values({ id, email }).execute();
  }
  await site.db
    .insertInto('categories')
    .values([
      { id: categoryIds.one, name: 'One', slug: 'one' },
      { id: categoryIds.spare, name: 'Spare', slug: 'spare' },
    ])
    .execute();
  await site.db
    .insertInto('mailings')
    .values([
      { id: mailingIds.draft, subject: 'Draft', body: secret },
      { id: mailingIds.spare },
      { id: mailingIds.sent, status: 'sent', subject: 'Sent' },
    ])
    .execute();
  await buildOffer(site, { id: itemIds.offer, code: 'WELCOME' });
  await buildOffer(site, { id: itemIds.spareOffer });
  const giftTier = await buildTier(site, { id: itemIds.giftTier, access_level: 0 });
  await buildGift(site, giftTier, { code: giftCodes.open });
  await buildGift(site, giftTier, { id: itemIds.gift, code: giftCodes.spare });
  const { id: target_id } = await site.db
    .selectFrom('prompts')
    .select('id')
    .where('slug', '=', slugs.free)
    .executeTakeFirstOrThrow();
  const comment = { target_type: 'prompt' as const, target_id, author_id: author.id };
  await site.db
    .insertInto('comments')
    .values([
      { ...comment, id: commentIds.visible, body: 'visible' },
      { ...comment, id: commentIds.hidden, body: secret, status: 'hidden' },
    ])
    .execute();
  return { ...tokens, ...keys };
}
