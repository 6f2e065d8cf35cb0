import { lazyPart } from '#ui/lazy-part.tsx';

/** The comments on a prompt or playbook, and the form for a new one: the last part of a page, which waits for nothing of it. */
export const Comments = lazyPart(() => import('../comment-section.tsx'), { comesSoon: true });
