import type { Scope } from '#constants';
import { SignedIn } from './internal/proofs.ts';
import type { Admin, Editor, Member, Support } from './viewer.ts';

/** Viewers for tests; nothing else imports this file. */
const someone = {
  userId: '00000000-0000-4000-8000-000000000001',
  sessionId: 'session',
  readingCounts: false,
};

type Values = {
  userId?: string;
  accessLevel?: number | null;
  readingCounts?: boolean;
  scopes?: readonly Scope[];
};
const keyOf = (scopes?: readonly Scope[]) => (scopes ? { key: { id: 'key', scopes } } : {});

export const asMember = ({ scopes, ...values }: Values = {}): Member =>
  new SignedIn('member', { ...someone, accessLevel: null, ...values, ...keyOf(scopes) });

export const asEditor = ({ scopes, ...values }: Values = {}): Editor =>
  new SignedIn('editor', { ...someone, accessLevel: null, ...values, ...keyOf(scopes) });

export const asSupport = ({ scopes, ...values }: Values = {}): Support =>
  new SignedIn('support', { ...someone, accessLevel: null, ...values, ...keyOf(scopes) });

export const asAdmin = ({ scopes, ...values }: Values = {}): Admin =>
  new SignedIn('admin', { ...someone, accessLevel: null, ...values, ...keyOf(scopes) });
