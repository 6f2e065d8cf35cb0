import type { Database } from '#platform/database.server.ts';
import type { Tier } from './tiers.contract.ts';

export function createTiersService(db: Database) {
  return {
    /** Every tier, by access level, then price (cents per month). */
    async list(): Promise<Tier[]> {
      const rows = await db
        .selectFrom('tiers')
        .select([
          'id',
          'name',
          'price',
          'billing_interval',
          'daily_copy_limit',
          'trial_days',
          'access_level',
          'featured',
          'features',
        ])
        .orderBy('access_level')
        .orderBy('price')
        .orderBy('id')
        .execute();
      return rows.map((row) => ({
        ...row,
        billing_interval: row.billing_interval === 'yearly' ? 'yearly' : 'monthly',
      }));
    },
  };
}
