import type { Database } from '#access/database.ts';
import type { Tier } from './tiers.contract.ts';

/** The sort key of a plan. */
export const byLevel = ({ access_level, price, id }: Pick<Tier, 'access_level' | 'price' | 'id'>) => [
  access_level,
  price,
  id,
];

export function createTiersService(db: Database) {
  return {
    /** All tiers, by access level, then monthly price. */
    async list(): Promise<Tier[]> {
      return db
        .selectFrom('tiers')
        .select([
          'id',
          'name',
          'price',
          'billing_interval',
          'daily_copy_limit',
          'reading_counts',
          'daily_run_limit',
          'trial_days',
          'access_level',
          'featured',
          'features',
          'shows_first_lines',
        ])
        .orderBy('access_level')
        .orderBy('price')
        .orderBy('id')
        .execute();
    },
  };
}
