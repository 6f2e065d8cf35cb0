import { listLimitMaximum } from '#constants';
import { api } from '#platform/client/api-client.ts';
import { queryKeys } from '#platform/client/query-keys.ts';
import { isForSale } from './public/for-sale.ts';

/** All playbooks that are for sale. */
export const soldPlaybooksQuery = { queryKey: queryKeys.admin.soldPlaybooks, queryFn: listSoldPlaybooks };

async function listSoldPlaybooks() {
  const sold: { id: string; title: string }[] = [];
  let cursor: string | undefined;
  do {
    const query = { limit: String(listLimitMaximum), ...(cursor ? { cursor } : {}) };
    const page = await (await api.admin.playbooks.$get({ query })).json();
    sold.push(...page.items.filter(isForSale));
    cursor = page.next_cursor ?? undefined;
  } while (cursor);
  return sold;
}
