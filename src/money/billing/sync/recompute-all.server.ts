import type { Jobs } from '#platform/jobs/jobs.server.ts';
import type { createRecomputeMembers } from './recompute-members.server.ts';

/** This many members are recomputed within the request, and the rest by jobs. */
const atOnce = 100;
const perJob = 500;

type Parts = {
  jobs: Jobs;
  recomputeMembers: ReturnType<typeof createRecomputeMembers>['recomputeMembers'];
};

/** Recomputes all members after a change of the payment settings: the first ones at once, which covers most sites. */
export function createRecomputeAll({ jobs, recomputeMembers }: Parts): () => Promise<void> {
  const queue = jobs.queue<{ after: string }>(
    'billing-members',
    ({ after }) => recompute({ after, limit: perJob }),
    { batchSize: 1 },
  );
  async function recompute(part: { after?: string; limit: number }) {
    const { last } = await recomputeMembers(part);
    if (last !== undefined) await queue.send({ after: last });
  }
  return () => recompute({ limit: atOnce });
}
