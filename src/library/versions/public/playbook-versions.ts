import { queryOptions } from '@tanstack/react-query';
import { api } from '#platform/api-client.ts';
import { queryKeys } from '#platform/query-keys.ts';
import { playbookDocument } from './playbook-document.ts';
import type { VersionSource } from './version-source.ts';

const one = api.playbooks[':slug'].versions;

async function read(slug: string, number: number) {
  const version = await (await one[':number'].$get({ param: { slug, number: String(number) } })).json();
  return { ...version, text: playbookDocument(version) };
}

/** A playbook as it was in a version of it. */
export const playbookVersionQuery = (slug: string, number: number) =>
  queryOptions({ queryKey: queryKeys.playbooks.version(slug, number), queryFn: () => read(slug, number) });

/** The published texts of playbooks. */
export const playbookVersions: VersionSource = {
  collection: 'playbooks',
  list: async (slug) => (await one.$get({ param: { slug } })).json(),
  read,
  restore: ({ id, updated_at }, { number }) =>
    api.admin.playbooks[':id'].versions[':number'].restore.$post({
      param: { id, number: String(number) },
      json: { updated_at },
    }),
};
