import { createRouter } from '#access/router.server.ts';
import type { Viewers } from '#access/viewers.server.ts';
import { ok } from '#platform/contract/contract.ts';
import { allOf } from '#platform/database/list-page.server.ts';
import {
  adminCreatePromptRoute,
  adminDeletePromptRoute,
  adminGetPromptRoute,
  adminListPromptsRoute,
  adminUpdatePromptRoute,
  promptPickerRoute,
  promptUsesRoute,
  restorePromptRoute,
  similarPromptsRoute,
} from './prompts-admin.contract.ts';
import type { createPromptsAdminService } from './prompts-admin.service.server.ts';

type Parts = { viewers: Viewers; promptsAdmin: ReturnType<typeof createPromptsAdminService> };

export function createPromptsAdminApi({ viewers, promptsAdmin }: Parts) {
  return createRouter(viewers)
    .openapi(adminListPromptsRoute, async (c) =>
      c.json(await promptsAdmin.list(c.var.viewer, c.req.valid('query')), 200),
    )
    .openapi(promptPickerRoute, async (c) =>
      c.json(await promptsAdmin.pick(c.var.viewer, c.req.valid('query')), 200),
    )
    .openapi(similarPromptsRoute, async (c) =>
      c.json(allOf(await promptsAdmin.similar(c.var.viewer, c.req.valid('json').prompt_body)), 200),
    )
    .openapi(adminGetPromptRoute, async (c) =>
      c.json(await promptsAdmin.get(c.var.viewer, c.req.valid('param').id), 200),
    )
    .openapi(adminCreatePromptRoute, async (c) =>
      c.json(await promptsAdmin.create(c.var.viewer, c.req.valid('json')), 201),
    )
    .openapi(adminUpdatePromptRoute, async (c) =>
      c.json(await promptsAdmin.update(c.var.viewer, c.req.valid('param').id, c.req.valid('json')), 200),
    )
    .openapi(adminDeletePromptRoute, async (c) => {
      await promptsAdmin.delete(c.var.viewer, c.req.valid('param').id, {
        isForever: c.req.valid('query').forever,
      });
      return c.json(ok, 200);
    })
    .openapi(promptUsesRoute, async (c) =>
      c.json(await promptsAdmin.uses(c.var.viewer, c.req.valid('param').id, c.req.valid('query')), 200),
    )
    .openapi(restorePromptRoute, async (c) =>
      c.json(await promptsAdmin.restore(c.var.viewer, c.req.valid('param').id), 200),
    );
}
