import { lazyPart } from '#ui/lazy-part.tsx';

/**
 * The comments on a prompt or playbook, with the form for a new one. The last part of a page, loaded without delaying
 * the rest.
 */
export const Comments = lazyPart(() => import('../comment-section.tsx'), { comesSoon: true });
