import { api } from '#platform/client/api-client.ts';
import type { VersionSource } from './version-source.ts';

const one = api.prompts[':slug'].versions;

/** Loads the published versions of prompts. */
export const promptVersions: VersionSource = {
  collection: 'prompts',
  list: async (slug, cursor) => (await one.$get({ param: { slug }, query: cursor ? { cursor } : {} })).json(),
  async read(slug, number) {
    const { prompt_body: text, ...version } = await (
      await one[':number'].$get({ param: { slug, number: String(number) } })
    ).json();
    return { ...version, text };
  },
  restore: ({ id, updated_at }, { text }) =>
    api.admin.prompts[':id'].$patch({ param: { id }, json: { prompt_body: text, updated_at } }),
};
