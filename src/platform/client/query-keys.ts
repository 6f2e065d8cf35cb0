import type { BillingInterval } from '#constants';

type Collection = 'prompts' | 'playbooks';

const itemKeys = (collection: Collection) => ({
  /** All lists, searches and pages of the collection. */
  all: [collection] as const,
  lists: [collection, 'list'] as const,
  list: (filters: object) => [collection, 'list', filters] as const,
  search: (text: string) => [collection, 'search', text] as const,
  details: [collection, 'detail'] as const,
  detail: (slug: string) => [collection, 'detail', slug] as const,
  versions: (slug: string) => [collection, 'versions', slug] as const,
  version: (slug: string, number: number) => [collection, 'versions', slug, number] as const,
  versionSteps: (slug: string, number: number) => [collection, 'versions', slug, number, 'steps'] as const,
});

/** The key prefixes of the data on an item's page; the item's slug follows. */
export const keysBySlug = (collection: Collection): readonly (readonly string[])[] => [
  [collection, 'versions'],
  ['comments', collection],
  ...(collection === 'prompts'
    ? [
        ['prompts', 'results'],
        ['prompts', 'outcomes'],
        ['history', 'copies'],
        ['my-versions', 'list'],
      ]
    : []),
];

/**
 * All keys of the browser's query cache. Keys are hierarchical: invalidating `queryKeys.prompts.all` reaches every list
 * and page of prompts.
 */
export const queryKeys = {
  profile: ['profile'] as const,
  sessions: ['sessions'] as const,
  factors: ['factors'] as const,
  passkeys: ['passkeys'] as const,
  identities: ['identities'] as const,
  accountDeletion: ['profile', 'deletion'] as const,
  stats: ['stats'] as const,
  categories: ['categories'] as const,
  values: ['values'] as const,
  keys: ['keys'] as const,
  connections: ['connections'] as const,
  connectionRequest: (uid: string) => ['connections', 'request', uid] as const,
  recent: ['recent'] as const,
  collections: {
    all: ['collections'] as const,
    list: (item: object) => ['collections', 'list', item] as const,
    detail: (id: string) => ['collections', 'detail', id] as const,
    shared: (link: string) => ['collections', 'shared', link] as const,
  },
  myVersions: {
    all: ['my-versions'] as const,
    list: (slug: string) => ['my-versions', 'list', slug] as const,
    detail: (id: string) => ['my-versions', 'detail', id] as const,
    difference: (id: string, updated: string) => ['my-versions', 'difference', id, updated] as const,
    merge: (id: string, version: number) => ['my-versions', 'merge', id, version] as const,
  },
  history: {
    all: ['history'] as const,
    lists: ['history', 'list'] as const,
    list: (action: string) => ['history', 'list', action] as const,
    copies: (slug: string) => ['history', 'copies', slug] as const,
    entry: (id: string) => ['history', 'entry', id] as const,
  },
  runs: {
    all: ['runs'] as const,
    detail: (id: string) => ['runs', id] as const,
  },
  prompts: {
    ...itemKeys('prompts'),
    results: (slug: string) => ['prompts', 'results', slug] as const,
    deletedResults: ['prompts', 'results'] as const,
    outcomes: (slug: string) => ['prompts', 'outcomes', slug] as const,
  },
  playbooks: itemKeys('playbooks'),
  comments: (collection: Collection, slug: string) => ['comments', collection, slug] as const,
  subscription: {
    current: ['subscription'] as const,
    change: (tierId: string, interval: BillingInterval) =>
      ['subscription', 'change', tierId, interval] as const,
  },
  checkout: (id: string) => ['checkout', id] as const,
  sandbox: (id: string) => ['sandbox', id] as const,
  admin: {
    prompts: {
      all: ['admin', 'prompts'] as const,
      lists: ['admin', 'prompts', 'list'] as const,
      list: (filters: object) => ['admin', 'prompts', 'list', filters] as const,
      uses: (id: string) => ['admin', 'prompts', 'uses', id] as const,
      one: (id: string) => ['admin', 'prompts', 'one', id] as const,
      /** For displaying a prompt; its editor loads its own copy. */
      shown: (id: string) => ['admin', 'prompts', 'shown', id] as const,
    },
    playbooks: {
      all: ['admin', 'playbooks'] as const,
      lists: ['admin', 'playbooks', 'list'] as const,
      list: (filters: object) => ['admin', 'playbooks', 'list', filters] as const,
      one: (id: string) => ['admin', 'playbooks', 'one', id] as const,
    },
    imports: {
      all: ['admin', 'imports'] as const,
      one: (id: string) => ['admin', 'imports', id] as const,
      rows: (id: string, progress: object, filters: object) =>
        ['admin', 'imports', id, 'rows', progress, filters] as const,
    },
    promptPicker: (q: string) => ['admin', 'prompts', 'picker', q] as const,
    users: {
      all: ['admin', 'users'] as const,
      list: (filters: object) => ['admin', 'users', filters] as const,
    },
    member: (id: string) => ['admin', 'members', id] as const,
    audit: (filters: object) => ['admin', 'audit', filters] as const,
    comments: {
      all: ['admin', 'comments'] as const,
      list: (show: string) => ['admin', 'comments', 'list', show] as const,
      rules: ['admin', 'comments', 'rules'] as const,
    },
    tiers: ['admin', 'tiers'] as const,
    offers: ['admin', 'offers'] as const,
    gifts: {
      all: ['admin', 'gifts'] as const,
      list: (q: string) => ['admin', 'gifts', 'list', q] as const,
    },
    soldPlaybooks: ['admin', 'playbooks', 'sold'] as const,
    settings: ['admin', 'settings'] as const,
    firstHour: ['admin', 'first-hour'] as const,
    site: ['admin', 'site'] as const,
    figures: {
      summary: ['admin', 'figures', 'summary'] as const,
      of: (range: object) => ['admin', 'figures', 'of', range] as const,
    },
    categories: ['admin', 'categories'] as const,
    accessLevels: ['admin', 'access-levels'] as const,
    pages: {
      all: ['admin', 'pages'] as const,
      one: (id: string) => ['admin', 'pages', id] as const,
      versions: (id: string) => ['admin', 'pages', id, 'versions'] as const,
      consents: (id: string, q: string) => ['admin', 'pages', id, 'consents', q] as const,
    },
    billingWarnings: ['admin', 'billing-warnings'] as const,
    webhooks: {
      all: ['admin', 'webhooks'] as const,
      deliveries: (id: string) => ['admin', 'webhooks', id, 'deliveries'] as const,
    },
    mailings: {
      all: ['admin', 'mailings'] as const,
      one: (id: string) => ['admin', 'mailings', id] as const,
      recipients: (id: string) => ['admin', 'mailings', id, 'recipients'] as const,
      preview: (content: object) => ['admin', 'mailings', 'preview', content] as const,
      audience: (segment: object) => ['admin', 'mailings', 'audience', segment] as const,
      bounces: ['admin', 'mailings', 'bounces'] as const,
    },
    outbox: {
      all: ['admin', 'outbox'] as const,
      email: (id: string) => ['admin', 'outbox', id] as const,
    },
  },
};
