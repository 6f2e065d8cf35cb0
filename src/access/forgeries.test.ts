import { sql } from 'kysely';
import { expect, expectTypeOf, test } from 'vitest';
import type { Caller } from '#people/auth/sessions/sign-ins.server.ts';
import { type Columns, columnsOf } from './columns.server.ts';
import type { Database } from './database.ts';
import { type Grant, grant, grantAccount, grantSite } from './decide.ts';
import { gated, readPromptText, readSteps, revealed } from './gated.server.ts';
import { asOperator } from './operator.ts';
import { type Visible, visible } from './predicate.server.ts';
import { defineRoute } from './route.ts';
import type { Admin, Member, SignedInViewer, Viewer } from './viewer.ts';
import { type WriterFor, writable } from './writable.server.ts';

declare const db: Database;
declare const viewer: Viewer;
declare const member: Member;
declare const caller: Caller;
const row = { id: 'x', status: 'published', tier_access: 0 };
const person = { id: 'x', role: 'member' };
const route = { method: 'get', path: '/x', responses: { 200: { description: 'Done' } } } as const;

/**
 * Ways around the rules that `tsc` refuses. These functions are never called: `@ts-expect-error` fails the type check as soon as the line
 * below it compiles.
 */
const forgeries = {
  'a condition of one’s own in the place of the rules'() {
    // @ts-expect-error: only `visible` creates a Visible
    const listed: Visible<'prompt', 'list'> = sql<boolean>`true`;
    return listed;
  },
  'a text that is read without asking anybody'() {
    // @ts-expect-error: the column isn't in the features' database type
    return db.selectFrom('prompts').select('prompt_body').execute();
  },
  'the steps of a playbook that are read without asking anybody'() {
    // @ts-expect-error: nor is the table
    return db.selectFrom('playbook_steps_new').select('prompts').execute();
  },
  'a hand-made admin'() {
    // @ts-expect-error: a literal has no brand
    const admin: Viewer = { kind: 'admin', userId: 'x', sessionId: 'x', accessLevel: null };
    return admin;
  },
  'a body among the columns of a card'() {
    // @ts-expect-error: not a column of `DB`
    return columnsOf('prompts', 'id', 'title', 'prompt_body');
  },
  'columns of a card in SQL of one’s own'() {
    // @ts-expect-error: only `columnsOf` creates Columns
    const columns: Columns<'prompts'> = sql`prompts.id, prompts.prompt_body`;
    return columns;
  },
  'a member who is copied into an admin'() {
    // @ts-expect-error: a copy has no brand
    const admin: Admin = { ...member, kind: 'admin' };
    return admin;
  },
  'a member who is copied into somebody else'() {
    // @ts-expect-error: a copy has no brand
    const other: Member = { ...member, userId: 'y' };
    return other;
  },
  'a grant that is copied to another row'() {
    const proof = grant(viewer, 'prompt', 'copy', row);
    // @ts-expect-error: a copy has no brand
    return readPromptText(db, { ...proof, id: 'y' });
  },
  'a grant of another action'() {
    const proof = grant(viewer, 'prompt', 'vote', row);
    // @ts-expect-error: a vote doesn't read the text
    return readPromptText(db, proof);
  },
  'a grant of another kind'() {
    const proof = grant(viewer, 'prompt', 'read', row);
    // @ts-expect-error: a prompt isn't a playbook
    return readSteps(db, proof);
  },
  'a write without a proof'() {
    // @ts-expect-error: a Database is read-only
    return db.insertInto('votes').values({ target_type: 'prompt', target_id: 'x', user_id: 'x' });
  },
  'a write by a bare viewer'() {
    // @ts-expect-error: a viewer doesn't prove what they can do
    return writable(db, member).updateTable('profiles').set({ bio: '' });
  },
  'an edit with the proof of a vote'() {
    const votes = writable(db, grant(viewer, 'prompt', 'vote', row));
    // @ts-expect-error: only opens the votes
    return votes.updateTable('prompts').set({ title: 'x' });
  },
  'an edit with the proof of a view'() {
    const views = writable(db, grant(viewer, 'prompt', 'record-view', row));
    // @ts-expect-error: only opens the counter
    return views.updateTable('prompts').set({ title: 'x' });
  },
  'what a vote opens in the place of what an edit opens'() {
    // @ts-expect-error: opens other tables
    const edits: WriterFor<'prompt', 'edit'> = writable(db, grant(viewer, 'prompt', 'vote', row));
    return edits;
  },
  'an account that is deleted with the proof of an email to it'() {
    const emails = writable(db, grant(viewer, 'person', 'send-email', person));
    // @ts-expect-error: only opens tables for the email
    const removal: WriterFor<'person', 'remove'> = emails;
    return removal;
  },
  'a plan that is given with the proof of an invitation'() {
    const invitations = writable(db, grantSite(viewer, 'invite-members'));
    // @ts-expect-error: only opens the new account
    return invitations.updateTable('profiles').set({ tier_id: 'x' });
  },
  'a session that nobody has verified'() {
    // @ts-expect-error: a literal has no brand
    const forged: Caller = { user: caller.user, session: caller.session };
    return forged;
  },
  'a session that is copied to another account'() {
    // @ts-expect-error: a copy has no brand
    const other: Caller = { ...caller, user: { ...caller.user, id: 'y' } };
    return other;
  },
  'a role that a member gives themselves'() {
    const own = writable(db, grantAccount(viewer, 'update'));
    // @ts-expect-error: only opens what members say about themselves
    return own.updateTable('profiles').set({ role: 'admin' });
  },
  'the rows of playbooks in the place of the rows of prompts'() {
    // @ts-expect-error: another kind
    const open: Visible<'prompt', 'open'> = visible(viewer, 'playbook', 'open');
    return open;
  },
  'the rows that can be listed in the place of those that can be opened'() {
    // @ts-expect-error: another action
    const open: Visible<'prompt', 'open'> = visible(viewer, 'prompt', 'list');
    return open;
  },
  'every text for a member'() {
    // @ts-expect-error: requires an admin's or the operator's proof
    return gated(grantAccount(viewer, 'use'), 'prompt', 'prompt_body');
  },
  'every text for a job that needs none'() {
    // @ts-expect-error: payments don't read texts
    return gated(asOperator('payments'), 'prompt', 'prompt_body');
  },
  'an admin’s write with another proof of an admin'() {
    const tiers = writable(db, grantSite(viewer, 'manage-tiers'));
    // @ts-expect-error: only opens the plans
    return tiers.insertInto('site_settings').values({ setting_key: 'x', setting_value: 'x' });
  },
  'an action that has no rule'() {
    // @ts-expect-error: not in rules.ts
    return grant(viewer, 'prompt', 'launch', row);
  },
  'a route that does not say who can call it'() {
    // @ts-expect-error: `access` is missing
    return defineRoute(route);
  },
  'a route with a guard of its own'() {
    const middleware = async (_c: unknown, next: () => Promise<void>) => next();
    // @ts-expect-error: the router guards it
    return defineRoute({ ...route, access: 'admin', middleware });
  },
};

test('tsc refuses these ways around the rules', () => {
  expect(Object.keys(forgeries).length).toBeGreaterThanOrEqual(9);
});

test('correct code compiles', () => {
  const rightful = () => {
    const listed: Visible<'prompt', 'list'> = visible(viewer, 'prompt', 'list');
    const vote = writable(db, grant(viewer, 'prompt', 'vote', row)).deleteFrom('votes');
    const edit = writable(db, grant(viewer, 'prompt', 'edit', row)).updateTable('prompts');
    return [listed, vote, edit.set({ prompt_body: 'x' }), revealed(viewer, 'prompt', 'prompt_body')];
  };
  expect(rightful).toBeTypeOf('function');
});

test("a handler gets the type of viewer that its route's access implies", () => {
  type Known<Route extends { middleware: unknown }> = Route['middleware'] extends (
    c: infer Context,
    next: never,
  ) => unknown
    ? Context extends { var: infer Variables }
      ? Variables
      : never
    : never;
  const routes = () => ({
    anyone: defineRoute({ ...route, access: 'anyone' }),
    member: defineRoute({ ...route, access: 'member' }),
    admin: defineRoute({ ...route, access: 'admin' }),
  });
  type Routes = ReturnType<typeof routes>;
  expectTypeOf<Known<Routes['anyone']>>().toExtend<{ viewer: Viewer }>();
  expectTypeOf<Known<Routes['member']>>().toExtend<{ viewer: SignedInViewer }>();
  expectTypeOf<Known<Routes['member']>>().not.toExtend<{ viewer: Admin }>();
  expectTypeOf<Known<Routes['anyone']>>().not.toExtend<{ viewer: SignedInViewer }>();
  expectTypeOf<Known<Routes['admin']>>().toExtend<{ viewer: Admin }>();
  expectTypeOf<Grant<'prompt', 'vote'>>().not.toExtend<Grant<'prompt', 'edit'>>();
});
