import { createRouter } from '#access/router.server.ts';
import type { Viewers } from '#access/viewers.server.ts';
import type { createModelTest } from './model-test.service.server.ts';
import {
  adminGetSettingsRoute,
  adminRegisterWebhookRoute,
  adminSetSettingsRoute,
  adminTestModelRoute,
} from './settings-admin.contract.ts';
import type { createSettingsAdminService } from './settings-admin.service.server.ts';

type Parts = {
  viewers: Viewers;
  settingsAdmin: ReturnType<typeof createSettingsAdminService>;
  testModel: ReturnType<typeof createModelTest>;
};

export function createSettingsAdminApi({ viewers, settingsAdmin, testModel }: Parts) {
  return createRouter(viewers)
    .openapi(adminGetSettingsRoute, async (c) => c.json(await settingsAdmin.get(c.var.viewer), 200))
    .openapi(adminSetSettingsRoute, async (c) =>
      c.json(await settingsAdmin.set(c.var.viewer, c.req.valid('json')), 200),
    )
    .openapi(adminTestModelRoute, async (c) => c.json(await testModel(c.var.viewer), 200))
    .openapi(adminRegisterWebhookRoute, async (c) =>
      c.json(await settingsAdmin.registerWebhook(c.var.viewer), 200),
    );
}
