import type { SignedInViewer } from '#access/viewer.ts';

/** How often the member can run prompts a day (999999: no limit), and how much of it is left today (null without a limit). */
export type RunAllowance = (
  viewer: SignedInViewer,
) => Promise<{ daily_run_limit: number; runs_left: number | null }>;
