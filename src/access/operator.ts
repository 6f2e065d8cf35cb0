import { Operator } from './internal/proofs.ts';

export type { Operator };

/**
 * The proof for work of the site itself, and of its owner on the command line: no viewer is involved, so no rule applies. Only the
 * composition root and the command line may call this; `tests/access-layout.test.ts` enforces it.
 */
export const asOperator = <
  Purpose extends
    | 'accounts'
    | 'backups'
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
