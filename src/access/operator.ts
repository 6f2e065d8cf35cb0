import { Operator } from './internal/proofs.ts';

export type { Operator };

/**
 * The proof for what the site does by itself, and for what its owner does on the command line: no viewer is involved, so no rule applies.
 * Only the composition root and the command line may call this; `tests/access-layout.test.ts` enforces it.
 */
export const asOperator = <
  Purpose extends
    | 'accounts'
    | 'comments'
    | 'figures'
    | 'payments'
    | 'library'
    | 'mailings'
    | 'media'
    | 'programs'
    | 'retention'
    | 'webhooks',
>(
  _purpose: Purpose,
): Operator<Purpose> => new Operator();
