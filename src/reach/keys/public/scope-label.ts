import type { Scope } from '#constants';
import * as m from '../words/messages.ts';

const labels: Record<Scope, () => string> = {
  'library:read': m.read_the_library,
  'library:copy': m.copy_prompts,
  'engagement:write': m.vote_favorite_and_comment,
  'runs:write': m.read_and_change_your_runs,
  'catalog:write': m.change_the_catalog,
};

/** What a scope allows, in words. */
export const scopeLabel = (scope: Scope): string => labels[scope]();
