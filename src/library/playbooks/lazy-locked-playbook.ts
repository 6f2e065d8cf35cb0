import { lazyPart } from '#ui/lazy-part.tsx';
import type { PlaybookDetail } from './playbooks.contract.ts';

/** Its code comes with the first playbook that is locked: purchases are no small part of the page. */
export const LockedPlaybook = lazyPart<{ playbook: PlaybookDetail }>(async () => ({
  default: (await import('./locked-playbook.tsx')).LockedPlaybook,
}));
