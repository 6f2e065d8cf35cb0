import type { TestProject } from 'vitest/node';
import { dropDatabase, makeTemplate, startTestServer } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    testServer: { url: string; template: string };
  }
}

export default async function setup(project: TestProject) {
  const server = await startTestServer();
  const template = await makeTemplate(server.url);
  project.provide('testServer', { url: server.url, template });
  return async () => {
    await dropDatabase(server.url, template);
    await server.stop();
  };
}
