import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'src',
  buildDirectory: 'build',
  ssr: true,
  serverModuleFormat: 'esm',
  // The whole table of pages comes with the app: a click does not ask the server for it first.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
