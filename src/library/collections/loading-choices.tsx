import * as m from './words/messages.ts';

/** Where a member's collections will be. */
export const LoadingChoices = () => (
  <div className="skeleton mt-4 h-24" role="status" aria-label={m.loading_collections()} />
);
