import { describe, expect, test } from 'vitest';
import { scopes } from '#constants';
import { AppError } from '#platform/errors.ts';
import { keysOf } from '#platform/keys-of.ts';
import { can, grant, requireAccess, requireSignedIn, requireSite } from './decide.ts';
import { type Action, rules } from './rules.ts';
import { asAdmin, asEditor, asMember, asSupport } from './testing.ts';
import { type Viewer, visitor } from './viewer.ts';

const me = '00000000-0000-4000-8000-000000000001';
const somebody = '00000000-0000-4000-8000-000000000002';
const member = (accessLevel: number | null) => asMember({ userId: me, accessLevel });
const admin = asAdmin({ userId: me });

const editor = asEditor({ userId: me });
const support = asSupport({ userId: me });

const viewers = {
  visitor,
  none: member(null),
  free: member(0),
  one: member(1),
  two: member(2),
  editor,
  support,
  admin,
};
type Name = keyof typeof viewers;
const everybody: Name[] = ['visitor', 'none', 'free', 'one', 'two', 'editor', 'support', 'admin'];
const catalog: Name[] = ['editor', 'admin'];
const signedIn = everybody.filter((name) => name !== 'visitor');

/** Who can do every action, for every state of the row. A missing action fails the test. */
const prompt = (status: string, tier_access: number) => ({ status, tier_access });
const levels = { 0: signedIn, 1: ['one', 'two', ...catalog], 2: ['two', ...catalog], 3: catalog } as const;

const promptTable: Record<
  Action<'prompt'>,
  { published: readonly Name[] | 'by level'; draft: readonly Name[] }
> = {
  list: { published: everybody, draft: [] },
  preview: { published: everybody, draft: [] },
  'preview-lines': { published: [], draft: [] },
  open: { published: signedIn, draft: catalog },
  read: { published: 'by level', draft: catalog },
  copy: { published: 'by level', draft: catalog },
  'ask-model': { published: 'by level', draft: catalog },
  report: { published: 'by level', draft: catalog },
  'see-failures': { published: catalog, draft: catalog },
  vote: { published: signedIn, draft: catalog },
  favorite: { published: signedIn, draft: catalog },
  comment: { published: signedIn, draft: catalog },
  'record-view': { published: signedIn, draft: catalog },
  edit: { published: catalog, draft: catalog },
  delete: { published: catalog, draft: catalog },
};

const allowed = (test: (viewer: Viewer) => boolean) => everybody.filter((name) => test(viewers[name]));

describe('prompts', () => {
  for (const action of keysOf(rules.prompt)) {
    for (const level of [0, 1, 2, 3] as const) {
      test(`${action} at level ${level}`, () => {
        const { published, draft } = promptTable[action];
        const expected = published === 'by level' ? levels[level] : published;
        expect(allowed((viewer) => can(viewer, 'prompt', action, prompt('published', level)))).toEqual(
          expected,
        );
        expect(allowed((viewer) => can(viewer, 'prompt', action, prompt('draft', level)))).toEqual(draft);
      });
    }
  }
});

test('reports of failures are for an author who can read the prompt, and for admins', () => {
  const who = (status: string, author_id: string) =>
    allowed((viewer) => can(viewer, 'prompt', 'see-failures', { ...prompt(status, 1), author_id }));
  expect(who('published', me)).toEqual(['one', 'two', ...catalog]);
  expect(who('draft', me)).toEqual(catalog);
  expect(who('published', somebody)).toEqual(catalog);
});

test('the first lines of a published prompt are shown to everyone, if its plan shows them', () => {
  const shown = { shows_first_lines: true };
  const lines = (row: ReturnType<typeof prompt>) =>
    allowed((viewer) => can(viewer, 'prompt', 'preview-lines', { ...row, ...shown }));
  expect(lines(prompt('published', 2))).toEqual(everybody);
  expect(lines(prompt('draft', 0))).toEqual([]);
});

describe('playbooks', () => {
  test('are read with the tier', () => {
    const row = (tier_access: number) => ({ status: 'published', tier_access, is_purchased: false });
    expect(allowed((viewer) => can(viewer, 'playbook', 'read', row(0)))).toEqual(signedIn);
    for (const action of ['read', 'copy', 'ask-model', 'keep-position'] as const) {
      expect(allowed((viewer) => can(viewer, 'playbook', action, row(1)))).toEqual([
        'one',
        'two',
        ...catalog,
      ]);
    }
    expect(allowed((viewer) => can(viewer, 'playbook', 'read', row(2)))).toEqual(['two', ...catalog]);
  });

  test('can be read by buyers, whatever their tier and even when unpublished', () => {
    const row = (status: string, is_purchased: boolean) => ({ status, tier_access: 2, is_purchased });
    const actions = keysOf(rules.playbook);
    for (const action of actions.filter((name) => !['list', 'preview', 'edit', 'delete'].includes(name))) {
      for (const status of ['published', 'draft'])
        expect(allowed((viewer) => can(viewer, 'playbook', action, row(status, true)))).toEqual(signedIn);
      const others = action === 'list-own' ? [] : catalog;
      expect(allowed((viewer) => can(viewer, 'playbook', action, row('draft', false)))).toEqual(others);
    }
    for (const action of ['list', 'preview'] as const)
      expect(allowed((viewer) => can(viewer, 'playbook', action, row('draft', true)))).toEqual([]);
  });

  test('are opened, voted on, kept and commented on by members, edited by admins and editors', () => {
    const row = { status: 'published', tier_access: 2, is_purchased: false };
    for (const action of ['open', 'vote', 'favorite', 'comment', 'record-view'] as const) {
      expect(allowed((viewer) => can(viewer, 'playbook', action, row))).toEqual(signedIn);
    }
    for (const action of ['edit', 'delete'] as const) {
      expect(allowed((viewer) => can(viewer, 'playbook', action, row))).toEqual(catalog);
    }
    expect(allowed((viewer) => can(viewer, 'playbook', 'list', { ...row, status: 'draft' }))).toEqual([]);
  });
});

describe('comments', () => {
  test.each(['edit', 'delete'] as const)('have an author who alone, not an admin, can %s them', (action) => {
    const row = (status: string, author_id: string) => ({ status, author_id });
    const who = (status: string, author: string) =>
      allowed((viewer) => can(viewer, 'comment', action, row(status, author)));
    expect(who('visible', me)).toEqual(signedIn);
    expect(who('held', me)).toEqual(signedIn);
    expect(who('visible', somebody)).toEqual([]);
    expect(who('hidden', me)).toEqual([]);
  });

  test('are moderated by support and admins, who still see hidden ones', () => {
    const row = { status: 'hidden', author_id: somebody };
    expect(allowed((viewer) => can(viewer, 'comment', 'moderate', row))).toEqual(['support', 'admin']);
    expect(allowed((viewer) => can(viewer, 'comment', 'see', row))).toEqual(['support', 'admin']);
  });

  test('are seen only by their author and the team while they wait for approval', () => {
    const row = (author_id: string) => ({ status: 'held', author_id });
    expect(allowed((viewer) => can(viewer, 'comment', 'see', row(me)))).toEqual(signedIn);
    expect(allowed((viewer) => can(viewer, 'comment', 'see', row(somebody)))).toEqual(['support', 'admin']);
  });

  test('can be reported by anyone but their author, while they are visible', () => {
    const who = (status: string, author_id: string | null) =>
      allowed((viewer) => can(viewer, 'comment', 'report', { status, author_id }));
    expect(who('visible', somebody)).toEqual(signedIn);
    expect(who('visible', null)).toEqual(signedIn);
    expect(who('visible', me)).toEqual([]);
    expect(who('held', somebody)).toEqual([]);
    expect(who('hidden', somebody)).toEqual([]);
  });
});

describe('collections', () => {
  const row = (user_id: string, link: string | null) => ({ user_id, link });
  const who = (action: Action<'collection'>, user: string, link: string | null) =>
    allowed((viewer) => can(viewer, 'collection', action, row(user, link)));

  test('belong only to their member, not to admins, and can be opened by everyone signed in if shared', () => {
    for (const action of ['open', 'edit'] as const) {
      expect(who(action, me, null)).toEqual(signedIn);
      expect(who(action, somebody, 'link')).toEqual([]);
    }
    expect(who('open-shared', somebody, null)).toEqual([]);
    expect(who('open-shared', somebody, 'link')).toEqual(signedIn);
  });
});

test("a member's own versions are only theirs, on every plan and without one", () => {
  for (const action of keysOf(rules['my-version'])) {
    expect(allowed((viewer) => can(viewer, 'my-version', action, { user_id: me }))).toEqual(signedIn);
    expect(allowed((viewer) => can(viewer, 'my-version', action, { user_id: somebody }))).toEqual([]);
  }
});

describe('the site and accounts', () => {
  const ofEditors: Action<'site'>[] = [
    ...(['see-catalog', 'analyze-prompts', 'copy-without-limit', 'import-items'] as const),
    ...(['create-playbooks', 'create-prompts', 'manage-catalog', 'manage-media'] as const),
    'comment-without-approval',
  ];
  const ofSupport: Action<'site'>[] = ['comment-without-approval', 'see-members', 'see-reported-comments'];

  test('are for admins, the role in charge, or anyone with an account', () => {
    for (const action of keysOf(rules.site)) {
      const also = [
        ...(ofEditors.includes(action) ? ['editor'] : []),
        ...(ofSupport.includes(action) ? ['support'] : []),
      ];
      expect(
        allowed((viewer) => can(viewer, 'site', action, {})),
        action,
      ).toEqual([...also, 'admin']);
    }
    for (const action of keysOf(rules.account)) {
      expect(allowed((viewer) => can(viewer, 'account', action, {}))).toEqual(signedIn);
    }
  });
});

describe('other people', () => {
  test('are managed by support if they have no role, and by admins in any case', () => {
    for (const action of keysOf(rules.person)) {
      const who = (role: string) => allowed((viewer) => can(viewer, 'person', action, { role }));
      const isForAdmins = action === 'assign-role' || action === 'turn-off-two-factor';
      expect(who('member'), action).toEqual(isForAdmins ? ['admin'] : ['support', 'admin']);
      for (const role of ['editor', 'support', 'admin'])
        expect(who(role), action).toEqual(action === 'open' ? ['support', 'admin'] : ['admin']);
    }
  });
});

describe('keys', () => {
  const open = { status: 'published', tier_access: 0, id: 'x' };
  const reader = asMember({ userId: me, scopes: ['library:read'] });

  test('can do what both their scopes and their member allow', () => {
    expect(can(reader, 'prompt', 'read', open)).toBe(true);
    expect(can(reader, 'prompt', 'read', { ...open, tier_access: 1 })).toBe(false);
    expect(can(reader, 'prompt', 'copy', open)).toBe(false);
    expect(() => grant(reader, 'prompt', 'copy', open)).toThrow('library:copy');
  });

  test("can't do actions without a scope", () => {
    const all = asAdmin({ userId: me, scopes });
    const closed = keysOf(rules.site).filter((action) => !can(all, 'site', action, {}));
    expect(closed).toEqual(expect.arrayContaining(['administer', 'manage-settings', 'manage-tiers']));
    for (const action of keysOf(rules.account))
      expect(can(all, 'account', action, {}), action).toBe(['use', 'keep-runs'].includes(action));
  });
});

describe('refusals', () => {
  const refusal = (run: () => unknown) => {
    try {
      run();
    } catch (error) {
      return error instanceof AppError ? error.status : error;
    }
    return 'granted';
  };
  const locked = { id: 'x', status: 'published', tier_access: 2 };

  test('differ for visitors, for rows that the viewer may not know of, and for forbidden actions', () => {
    expect(refusal(() => grant(visitor, 'prompt', 'read', locked))).toBe(401);
    expect(refusal(() => grant(member(0), 'prompt', 'read', undefined))).toBe(404);
    expect(refusal(() => grant(member(2), 'prompt', 'read', { ...locked, status: 'draft' }))).toBe(404);
    expect(refusal(() => grant(member(0), 'prompt', 'read', locked))).toBe(403);
    expect(refusal(() => grant(member(2), 'prompt', 'read', locked))).toBe('granted');
  });

  test('guard the site', () => {
    expect(refusal(() => requireSignedIn(visitor))).toBe(401);
    expect(refusal(() => requireSite(visitor, 'administer'))).toBe(401);
    expect(refusal(() => requireSite(member(2), 'administer'))).toBe(403);
    expect(refusal(() => requireSite(admin, 'administer'))).toBe('granted');
    for (const access of ['editor', 'support', 'admin'] as const)
      for (const viewer of [editor, support, admin, member(2), visitor])
        expect(refusal(() => requireAccess(viewer, access))).toBe(
          viewer === visitor ? 401 : viewer === admin || viewer.kind === access ? 'granted' : 403,
        );
  });

  test('cover every action without a rule', () => {
    for (const kind of keysOf(rules)) {
      const unknown = 'launch' as Action<typeof kind>;
      const row = {
        status: 'published',
        tier_access: 0,
        is_purchased: true,
        author_id: me,
        user_id: me,
        link: null,
        role: 'member',
      };
      expect(can(admin, kind, unknown, row)).toBe(false);
    }
  });
});
