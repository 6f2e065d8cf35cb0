/**
 * Who asks. `accessLevel` is the level of the member's tier, null without a tier. An admin needs no tier.
 * Members carry what the rules need and nothing more.
 */
export type Viewer =
  | { kind: 'visitor' }
  | { kind: 'member'; userId: string; sessionId: string; accessLevel: number | null }
  | { kind: 'admin'; userId: string; sessionId: string; accessLevel: number | null };

export type SignedInViewer = Exclude<Viewer, { kind: 'visitor' }>;

export const visitor: Viewer = { kind: 'visitor' };
