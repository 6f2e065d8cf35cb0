import { queryOptions } from '@tanstack/react-query';
import { api } from '#platform/client/api-client.ts';
import { queryKeys } from '#platform/client/query-keys.ts';
import { playbookDocument } from './playbook-document.ts';
import type { VersionSource } from './version-source.ts';

const one = api.playbooks[':slug'].versions;

/** A version of a playbook. */
export const playbookVersionQuery = (slug: string, number: number) =>
  queryOptions({
    queryKey: queryKeys.playbooks.versionSteps(slug, number),
    queryFn: async () =>
      (await one[':number'].$get({ param: { slug, number: String(number) }, query: {} })).json(),
  });

async function read(slug: string, number: number) {
  const request = { param: { slug, number: String(number) }, query: { difference: 'true' } };
  const { difference = [], ...version } = await (await one[':number'].$get(request)).json();
  return { ...version, difference, text: playbookDocument(version) };
}

/** Loads the published versions of playbooks. */
export const playbookVersions: VersionSource = {
  collection: 'playbooks',
  list: async (slug, cursor) => (await one.$get({ param: { slug }, query: cursor ? { cursor } : {} })).json(),
  read,
  restore: ({ id, updated_at }, { number }) =>
    api.admin.playbooks[':id'].versions[':number'].restore.$post({
      param: { id, number: String(number) },
      json: { updated_at },
    }),
};
