/** The labels of the member pages in the menus, in order. */
export const memberPages = [
  'Dashboard',
  'Prompts',
  'Playbooks',
  'Subscription',
  'Settings',
  'Favorites',
  'Collections',
  'My versions',
  'History',
];
