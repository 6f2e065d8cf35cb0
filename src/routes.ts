import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

const coming = (path: string, title: string) =>
  route(path, 'features/shell/coming-page.tsx', { id: `coming:${title}` });

export default [
  layout('features/shell/public-layout.tsx', [
    index('features/home/home-page.tsx'),
    route('browse', 'features/prompts/browse-page.tsx'),
    route('browse-playbooks', 'features/playbooks/browse-playbooks-page.tsx'),
    route('pricing', 'features/tiers/pricing-page.tsx'),
    route('api/docs', 'features/api-docs/api-docs-page.tsx'),
    route('explore', 'features/shell/explore-page.tsx'),
    route('*', 'features/shell/not-found-page.tsx'),
  ]),
  route('signin', 'features/auth/sign-in-page.tsx'),
  route('signup', 'features/auth/sign-up-page.tsx'),
  route('reset-password', 'features/auth/reset-password-page.tsx'),
  layout('features/shell/member-layout.tsx', [
    route('dashboard', 'features/dashboard/dashboard-page.tsx'),
    route('prompts', 'features/prompts/library-page.tsx'),
    route('prompt/:slug', 'features/prompts/prompt-page.tsx'),
    route('playbooks', 'features/playbooks/playbooks-page.tsx'),
    route('playbook/:slug', 'features/playbooks/playbook-page.tsx'),
    route('settings', 'features/members/settings-page.tsx'),
    route('subscription', 'features/tiers/subscription-page.tsx'),
    layout('features/shell/admin-layout.tsx', [
      coming('admin', 'Admin Dashboard'),
      coming('admin/users', 'Users'),
      coming('admin/prompts', 'Prompts Management'),
      coming('admin/playbooks', 'Playbooks Management'),
      coming('admin/categories', 'Categories'),
      coming('admin/pricing', 'Pricing Management'),
      coming('admin/settings', 'Site Settings'),
      coming('admin/analytics', 'Analytics'),
    ]),
  ]),
  route('sitemap.xml', 'features/seo/sitemap.ts'),
  route('robots.txt', 'features/seo/robots.ts'),
] satisfies RouteConfig;
