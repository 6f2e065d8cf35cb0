/** What the menus call the pages of members, in order. */
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
