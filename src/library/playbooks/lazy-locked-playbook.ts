import { lazyPart } from '#ui/lazy-part.tsx';
import type { PlaybookDetail } from './playbooks.contract.ts';

/** Loaded with the first locked playbook, since most readers don't need the code for purchases. */
export const LockedPlaybook = lazyPart<{ playbook: PlaybookDetail }>(async () => ({
  default: (await import('./locked-playbook.tsx')).LockedPlaybook,
}));
