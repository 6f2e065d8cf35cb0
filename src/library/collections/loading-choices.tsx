import * as m from './words/messages.ts';

/** Placeholder for a member's collections while they load. */
export const LoadingChoices = () => (
  <div className="skeleton mt-4 h-24" role="status" aria-label={m.loading_collections()} />
);
