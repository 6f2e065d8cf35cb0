/** The areas of each group of endpoints, in the order in which the API's page lists the groups. */
const groups: Record<string, { description: string; areas: string[] }> = {
  'Prompts and playbooks': {
    description: 'The published catalog, and what members do with it',
    areas: ['prompts', 'playbooks', '{collection}', 'categories'],
  },
  Comments: { description: 'Comments on prompts and playbooks', areas: ['comments'] },
  'Runs and answers': {
    description: 'Runs of playbooks, and saved answers of the language model',
    areas: ['runs', 'results'],
  },
  'My library': {
    description: 'What a member keeps, and has done',
    areas: ['collections', 'my-versions', 'history', 'values', 'recent', 'stats'],
  },
  Feeds: { description: 'What is new, with texts', areas: ['feed.atom', 'feed.json'] },
  'Plans and payments': {
    description: 'Plans, checkouts, offers and gifts',
    areas: ['tiers', 'subscription', 'create-checkout-session', 'checkouts', 'offers', 'gifts', 'sandbox'],
  },
  Account: {
    description: 'The account, its sessions, keys and connected programs',
    areas: ['profile', 'allowance', 'sessions', 'keys', 'connections'],
  },
  Site: { description: 'What everyone can know about the site', areas: ['settings', 'pages'] },
  'Admin: prompts and playbooks': {
    description: 'For editors and admins: the whole catalog, including drafts',
    areas: [
      'admin/prompts',
      'admin/playbooks',
      'admin/{collection}',
      'admin/bulk-changes',
      'admin/access-levels',
      'admin/prompt-picker',
      'admin/similar-prompts',
      'analyze-prompt',
      'admin/categories',
      'admin/category-names',
      'admin/media',
    ],
  },
  'Admin: import and export': {
    description: 'For editors and admins: many items at once',
    areas: ['admin/imports', 'export'],
  },
  'Admin: comments': {
    description: 'For support and admins: comments that wait or were reported',
    areas: ['admin/comments', 'admin/comment-rules'],
  },
  'Admin: members': {
    description: 'For support and admins: accounts',
    areas: ['admin/users', 'admin/members', 'admin/invitations'],
  },
  'Admin: plans and offers': {
    description: 'For admins: what the site sells and gives',
    areas: ['admin/tiers', 'admin/offers', 'admin/billing-warnings'],
  },
  'Admin: email': {
    description: 'For admins: emails to members, and those of a site without an email server',
    areas: ['admin/mailings', 'admin/outbox', 'admin/test-email'],
  },
  'Admin: webhooks': { description: 'For admins: events for other tools', areas: ['admin/webhooks'] },
  'Admin: site': {
    description: 'For admins: settings, content and own pages',
    areas: ['admin/settings', 'admin/site', 'admin/pages', 'admin/first-hour'],
  },
  'Admin: figures and audit log': {
    description: 'For admins: what happens on the site',
    areas: ['admin/figures', 'admin/audit'],
  },
};

const groupOf = new Map(
  Object.entries(groups).flatMap(([group, { areas }]) => areas.map((area) => [area, group] as const)),
);

/** The first part of a path, or of what follows `/admin`. */
function areaOf(path: string): string {
  const [first = '', second = ''] = path.slice(1).split('/');
  if (first === 'admin') return `admin/${second}`;
  return first === '{collection}' && path.includes('/comments') ? 'comments' : first;
}

type Described = { paths?: Record<string, object> | undefined };
type Tagged<Description> = Description & { tags: { name: string; description: string }[] };

/**
 * Gives every operation of an OpenAPI document the group of its path as its tag, and sorts the paths by group.
 * @throws Error for a path without a group
 */
export function tagOperations<Description extends Described>(description: Description): Tagged<Description> {
  const names = Object.keys(groups);
  const tagged = Object.entries(description.paths ?? {}).map(([path, methods]) => {
    const group = groupOf.get(areaOf(path));
    if (group === undefined) throw new Error(`${path} has no group in tag-operations.ts.`);
    const operations = Object.entries(methods).map(([method, operation]) => [
      method,
      { tags: [group], ...operation },
    ]);
    return { path, group, operations: Object.fromEntries(operations) };
  });
  const sorted = tagged.toSorted((one, other) => names.indexOf(one.group) - names.indexOf(other.group));
  return {
    ...description,
    tags: Object.entries(groups).map(([name, { description: about }]) => ({ name, description: about })),
    paths: Object.fromEntries(sorted.map(({ path, operations }) => [path, operations])),
  };
}
