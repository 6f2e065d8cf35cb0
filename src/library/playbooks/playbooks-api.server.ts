import { createRouter } from '#access/router.server.ts';
import type { Viewers } from '#access/viewers.server.ts';
import {
  copyStepPromptRoute,
  getPlaybookRoute,
  listPlaybooksRoute,
  setProgressRoute,
} from './playbooks.contract.ts';
import type { createPlaybooksService } from './playbooks.service.server.ts';

type Parts = {
  viewers: Viewers;
  playbooks: ReturnType<typeof createPlaybooksService>;
};

export function createPlaybooksApi({ viewers, playbooks }: Parts) {
  return createRouter(viewers)
    .openapi(listPlaybooksRoute, async (c) =>
      c.json(await playbooks.list(c.var.viewer, c.req.valid('query')), 200),
    )
    .openapi(getPlaybookRoute, async (c) =>
      c.json(await playbooks.get(c.var.viewer, c.req.valid('param').slug), 200),
    )
    .openapi(copyStepPromptRoute, async (c) => {
      const place = { ...c.req.valid('param'), ...c.req.valid('query') };
      return c.json(await playbooks.copyPrompt(c.var.viewer, place, c.req.valid('json')), 200);
    })
    .openapi(setProgressRoute, async (c) => {
      const { position } = c.req.valid('json');
      return c.json(await playbooks.setPosition(c.var.viewer, c.req.valid('param').slug, position), 200);
    });
}
