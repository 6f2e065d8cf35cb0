import { lazyPart } from '#ui/lazy-part.tsx';
import type { PlaybookDetail } from './playbooks.contract.ts';

/** Its code comes with the first playbook that is locked; most readers need nothing of purchases. */
export const LockedPlaybook = lazyPart<{ playbook: PlaybookDetail }>(async () => ({
  default: (await import('./locked-playbook.tsx')).LockedPlaybook,
}));
