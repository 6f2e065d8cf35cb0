import { Operator } from './internal/proofs.ts';

export type { Operator };

/**
 * The proof for what the site does by itself, and for what its owner does on the command line: nobody's request decides it, so no
 * rule is asked. Only the composition root and the command line call this; a check says so.
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
