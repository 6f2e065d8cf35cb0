import { createRouter } from '#access/router.server.ts';
import type { Viewers } from '#access/viewers.server.ts';
import { copyPromptRoute, getPromptRoute, listPromptsRoute } from './prompts.contract.ts';
import type { createPromptsService } from './public/prompts.service.server.ts';

type Parts = {
  viewers: Viewers;
  prompts: ReturnType<typeof createPromptsService>;
};

export function createPromptsApi({ viewers, prompts }: Parts) {
  return createRouter(viewers)
    .openapi(listPromptsRoute, async (c) =>
      c.json(await prompts.list(c.var.viewer, c.req.valid('query')), 200),
    )
    .openapi(getPromptRoute, async (c) =>
      c.json(await prompts.get(c.var.viewer, c.req.valid('param').slug), 200),
    )
    .openapi(copyPromptRoute, async (c) =>
      c.json(await prompts.copy(c.var.viewer, c.req.valid('param').slug, c.req.valid('json')), 200),
    );
}
