import type { Grant } from '#access/decide.ts';

type ReadProof = Grant<'prompt', 'read'> | Grant<'playbook', 'read'>;

/** Counts readings against the daily limit, for plans that limit reading. Each item counts once a day. */
export type Readings = {
  /** @returns false if the limit is used up; then nothing is counted */
  countReading(proof: ReadProof): Promise<boolean>;
  /** Counts the reading if the viewer's plan does. @throws AppError 429 if the limit is used up */
  requireReading(proof: ReadProof): Promise<void>;
};
