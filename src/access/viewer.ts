import { type SignedIn, Visitor } from './internal/proofs.ts';

export type Member = SignedIn<'member'>;
/** Looks after the catalog: prompts, playbooks, imports, pictures. */
export type Editor = SignedIn<'editor'>;
/** Looks after members and what they write. */
export type Support = SignedIn<'support'>;
export type Admin = SignedIn<'admin'>;
/** With a `key`, a program asks for them: it can do what its scopes and their own rights both allow. */
export type SignedInViewer = Member | Editor | Support | Admin;

/** Who asks. Carries what the rules need and nothing more. Made from access tokens by `viewers.server.ts`. */
export type Viewer = Visitor | SignedInViewer;

export const visitor: Viewer = new Visitor();
