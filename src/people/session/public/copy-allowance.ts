import type { SignedInViewer } from '#access/viewer.ts';

/** The member's daily limit (999999: none) and how much of it is left today (null without a limit). */
export type CopyAllowance = (
  viewer: SignedInViewer,
) => Promise<{ daily_copy_limit: number; copies_left: number | null }>;
