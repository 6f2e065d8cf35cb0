import type { SignedInViewer } from '#access/viewer.ts';

/** The member's daily limit of prompt runs (999999: none), and the runs left today (null without a limit). */
export type RunAllowance = (
  viewer: SignedInViewer,
) => Promise<{ daily_run_limit: number; runs_left: number | null }>;
