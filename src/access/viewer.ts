import { type SignedIn, Visitor } from './internal/proofs.ts';

export type Member = SignedIn<'member'>;
/** Manages the catalog: prompts, playbooks, imports, pictures. */
export type Editor = SignedIn<'editor'>;
/** Manages members and their comments. */
export type Support = SignedIn<'support'>;
export type Admin = SignedIn<'admin'>;
/** With a `key`, a program acts for them: it can do what both its scopes and their own rights allow. */
export type SignedInViewer = Member | Editor | Support | Admin;

/** Who makes a request. Has only what the rules need. Created from access tokens by `viewers.server.ts`. */
export type Viewer = Visitor | SignedInViewer;

export const visitor: Viewer = new Visitor();
