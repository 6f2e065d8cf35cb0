import type { Role, Scope } from '#constants';

/**
 * Types that other modules can receive but never construct: viewers, grants, operators. Only `access/` imports this file, and only its
 * types leave the folder. A class with a protected brand can neither be written as a literal nor copied with a spread: `{ ...grant, id }`
 * loses the brand.
 */
declare const brand: unique symbol;

/** A program's key or token, by its scopes and its id for rate limiting. */
export type ApiKey = { id: string; scopes: readonly Scope[] };

export class Visitor {
  declare protected readonly [brand]: 'visitor';
  readonly kind = 'visitor';
}

export class SignedIn<Kind extends Role> {
  declare protected readonly [brand]: Kind;
  readonly kind: Kind;
  readonly userId: string;
  readonly sessionId: string;
  /** The level of the member's tier; null without a tier. Admins and editors don't need one. */
  readonly accessLevel: number | null;
  /** Whether the member's plan counts reading against a daily limit. */
  readonly readingCounts: boolean;
  /** The key with which a program acts for the member; undefined if they act themselves. */
  readonly key: ApiKey | undefined;

  constructor(
    kind: Kind,
    values: {
      userId: string;
      sessionId: string;
      accessLevel: number | null;
      readingCounts: boolean;
      key?: ApiKey | undefined;
    },
  ) {
    this.kind = kind;
    this.key = values.key;
    this.userId = values.userId;
    this.sessionId = values.sessionId;
    this.accessLevel = values.accessLevel;
    this.readingCounts = values.readingCounts;
  }
}

type AnySignedIn = { [Kind in Role]: SignedIn<Kind> }[Role];

/** Proof that `viewer` can do the action `Name` to the row of `Kind` with this id. */
export class Grant<Kind extends string, Name extends string> {
  declare protected readonly [brand]: [Kind, Name];
  readonly kind: Kind;
  readonly id: string;
  readonly viewer: AnySignedIn;

  constructor(kind: Kind, id: string, viewer: AnySignedIn) {
    this.kind = kind;
    this.id = id;
    this.viewer = viewer;
  }
}

/** The site itself, or the person who runs it, working for one purpose. */
export class Operator<Purpose extends string> {
  declare protected readonly [brand]: Purpose;
}
