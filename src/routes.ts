import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

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
      route('admin', 'features/shell/admin-dashboard-page.tsx'),
      route('admin/users', 'features/members/users-page.tsx'),
      route('admin/prompts', 'features/prompts/prompts-admin-page.tsx'),
      route('admin/playbooks', 'features/playbooks/playbooks-admin-page.tsx'),
      route('admin/categories', 'features/shell/categories-page.tsx'),
      route('admin/pricing', 'features/tiers/tiers-admin-page.tsx'),
      route('admin/settings', 'features/settings/settings-admin-page.tsx'),
      route('admin/analytics', 'features/shell/analytics-page.tsx'),
    ]),
  ]),
  route('sitemap.xml', 'features/seo/sitemap.ts'),
  route('robots.txt', 'features/seo/robots.ts'),
] satisfies RouteConfig;
