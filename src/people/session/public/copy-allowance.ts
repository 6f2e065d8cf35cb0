import type { SignedInViewer } from '#access/viewer.ts';

/** The member's daily copy limit (999999: none), the copies left today (null without a limit), and whether reading counts too. */
export type CopyAllowance = (
  viewer: SignedInViewer,
) => Promise<{ daily_copy_limit: number; copies_left: number | null; reading_counts: boolean }>;
