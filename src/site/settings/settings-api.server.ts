import { createRouter } from '#access/router.server.ts';
import type { Viewers } from '#access/viewers.server.ts';
import { getSettingsRoute } from './settings.contract.ts';
import type { createSettingsService } from './settings.service.server.ts';

type Parts = {
  viewers: Viewers;
  settings: ReturnType<typeof createSettingsService>;
};

export function createSettingsApi({ viewers, settings }: Parts) {
  return createRouter(viewers).openapi(getSettingsRoute, async (c) => c.json(await settings.public(), 200));
}
