import { createRouter } from '#access/router.server.ts';
import type { Viewers } from '#access/viewers.server.ts';
import { getPromptVersionRoute, listPromptVersionsRoute } from './prompt-versions.contract.ts';
import type { createPromptVersionsService } from './prompt-versions.service.server.ts';

type Parts = {
  viewers: Viewers;
  promptVersions: ReturnType<typeof createPromptVersionsService>;
};

export function createPromptVersionsApi({ viewers, promptVersions }: Parts) {
  return createRouter(viewers)
    .openapi(listPromptVersionsRoute, async (c) =>
      c.json(await promptVersions.list(c.var.viewer, c.req.valid('param').slug, c.req.valid('query')), 200),
    )
    .openapi(getPromptVersionRoute, async (c) => {
      const { slug, number } = c.req.valid('param');
      return c.json(await promptVersions.get(c.var.viewer, slug, number), 200);
    });
}
