import { createRouter } from '#access/router.server.ts';
import { accessLevelsRoute, bulkChangeRoute, undoBulkRoute } from '#library/bulk/bulk.contract.ts';
import { categoryNamesRoute } from '#library/catalog/public/categories.contract.ts';
import {
  adminCreatePlaybookRoute,
  adminDeletePlaybookRoute,
  adminGetPlaybookRoute,
  adminListPlaybooksRoute,
  adminUpdatePlaybookRoute,
  restorePlaybookRoute,
} from '#library/playbooks/playbooks-admin.contract.ts';
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
} from '#library/prompts/prompts-admin.contract.ts';
import { adminBillingWarningsRoute } from '#money/billing/billing-warnings.contract.ts';
import { byLevel } from '#money/tiers/tiers.service.server.ts';
import {
  adminCreateTierRoute,
  adminDeleteTierRoute,
  adminGetTierRoute,
  adminListTiersRoute,
  adminUpdateTierRoute,
} from '#money/tiers/tiers-admin.contract.ts';
import {
  getFirstHourRoute,
  sendTestEmailRoute,
  setFirstHourRoute,
} from '#owner/first-hour/first-hour.contract.ts';
import { adminGetEmailRoute, adminListOutboxRoute } from '#owner/outbox/outbox.contract.ts';
import { inviteRoute } from '#people/auth/accounts/invite.contract.ts';
import { adminListMembersRoute, adminListUsersRoute } from '#people/members/members.contract.ts';
import { allOf, pageOf } from '#platform/database/list-page.server.ts';
import { adminGetSiteRoute, adminSetSiteRoute } from '#site/content/site-content.contract.ts';
import { deleteMediaRoute, uploadMediaRoute } from '#site/media/media.contract.ts';
import {
  adminGetSettingsRoute,
  adminRegisterWebhookRoute,
  adminSetSettingsRoute,
  adminTestModelRoute,
} from '#site/settings/settings-admin.contract.ts';
import type { Services } from './services.server.ts';

const deleted = { ok: true } as const;

/** The admins' part of the API. */
export function createAdminApi(services: Services) {
  const {
    auth,
    billing,
    bulk,
    categories,
    media,
    members,
    firstHour,
    outbox,
    playbooksAdmin,
    promptsAdmin,
    settingsAdmin,
    siteContent,
    testModel,
    tiersAdmin,
  } = services;
  return createRouter(services.viewers)
    .openapi(inviteRoute, async (c) => {
      await auth.invite(c.var.viewer, c.req.valid('json').email);
      return c.json({ ok: true } as const, 200);
    })
    .openapi(adminListUsersRoute, async (c) =>
      c.json(await members.listAll(c.var.viewer, c.req.valid('query')), 200),
    )
    .openapi(adminListMembersRoute, async (c) =>
      c.json(await members.listAll(c.var.viewer, c.req.valid('query')), 200),
    )
    .openapi(categoryNamesRoute, async (c) => c.json({ names: await categories.names(c.var.viewer) }, 200))
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
      return c.json(deleted, 200);
    })
    .openapi(promptUsesRoute, async (c) =>
      c.json(await promptsAdmin.uses(c.var.viewer, c.req.valid('param').id, c.req.valid('query')), 200),
    )
    .openapi(restorePromptRoute, async (c) =>
      c.json(await promptsAdmin.restore(c.var.viewer, c.req.valid('param').id), 200),
    )
    .openapi(restorePlaybookRoute, async (c) =>
      c.json(await playbooksAdmin.restore(c.var.viewer, c.req.valid('param').id), 200),
    )
    .openapi(accessLevelsRoute, async (c) => c.json(await bulk.levels(c.var.viewer), 200))
    .openapi(bulkChangeRoute, async (c) => {
      const { collection } = c.req.valid('param');
      return c.json(await bulk.update(c.var.viewer, collection, c.req.valid('json')), 200);
    })
    .openapi(undoBulkRoute, async (c) => c.json(await bulk.undo(c.var.viewer, c.req.valid('param').id), 200))
    .openapi(adminListPlaybooksRoute, async (c) =>
      c.json(await playbooksAdmin.list(c.var.viewer, c.req.valid('query')), 200),
    )
    .openapi(adminGetPlaybookRoute, async (c) =>
      c.json(await playbooksAdmin.get(c.var.viewer, c.req.valid('param').id), 200),
    )
    .openapi(adminCreatePlaybookRoute, async (c) =>
      c.json(await playbooksAdmin.create(c.var.viewer, c.req.valid('json')), 201),
    )
    .openapi(adminUpdatePlaybookRoute, async (c) =>
      c.json(await playbooksAdmin.update(c.var.viewer, c.req.valid('param').id, c.req.valid('json')), 200),
    )
    .openapi(adminDeletePlaybookRoute, async (c) => {
      await playbooksAdmin.delete(c.var.viewer, c.req.valid('param').id, {
        isForever: c.req.valid('query').forever,
      });
      return c.json(deleted, 200);
    })
    .openapi(adminListTiersRoute, async (c) =>
      c.json(pageOf('admin tiers', await tiersAdmin.list(c.var.viewer), c.req.valid('query'), byLevel), 200),
    )
    .openapi(adminCreateTierRoute, async (c) =>
      c.json(await tiersAdmin.create(c.var.viewer, c.req.valid('json')), 201),
    )
    .openapi(adminGetTierRoute, async (c) =>
      c.json(await tiersAdmin.get(c.var.viewer, c.req.valid('param').id), 200),
    )
    .openapi(adminUpdateTierRoute, async (c) =>
      c.json(await tiersAdmin.update(c.var.viewer, c.req.valid('param').id, c.req.valid('json')), 200),
    )
    .openapi(adminDeleteTierRoute, async (c) => {
      await tiersAdmin.delete(c.var.viewer, c.req.valid('param').id);
      return c.json(deleted, 200);
    })
    .openapi(uploadMediaRoute, async (c) => {
      const { folder, file } = c.req.valid('param');
      const bytes = Buffer.from(await c.req.arrayBuffer());
      return c.json(await media.upload(c.var.viewer, folder, file, bytes), 200);
    })
    .openapi(deleteMediaRoute, async (c) => {
      const { folder, file } = c.req.valid('param');
      await media.delete(c.var.viewer, folder, file);
      return c.json(deleted, 200);
    })
    .openapi(getFirstHourRoute, async (c) => c.json(await firstHour.get(c.var.viewer), 200))
    .openapi(setFirstHourRoute, async (c) =>
      c.json(await firstHour.set(c.var.viewer, c.req.valid('json')), 200),
    )
    .openapi(sendTestEmailRoute, async (c) => c.json(await firstHour.sendTestEmail(c.var.viewer), 200))
    .openapi(adminListOutboxRoute, async (c) =>
      c.json(await outbox.list(c.var.viewer, c.req.valid('query')), 200),
    )
    .openapi(adminGetEmailRoute, async (c) =>
      c.json(await outbox.get(c.var.viewer, c.req.valid('param').id), 200),
    )
    .openapi(adminBillingWarningsRoute, async (c) => c.json(await billing.warnings(c.var.viewer), 200))
    .openapi(adminGetSettingsRoute, async (c) => c.json(await settingsAdmin.get(c.var.viewer), 200))
    .openapi(adminSetSettingsRoute, async (c) =>
      c.json(await settingsAdmin.set(c.var.viewer, c.req.valid('json')), 200),
    )
    .openapi(adminTestModelRoute, async (c) => c.json(await testModel(c.var.viewer), 200))
    .openapi(adminGetSiteRoute, async (c) => c.json(await siteContent.get(c.var.viewer), 200))
    .openapi(adminSetSiteRoute, async (c) =>
      c.json(await siteContent.set(c.var.viewer, c.req.valid('json')), 200),
    )
    .openapi(adminRegisterWebhookRoute, async (c) =>
      c.json(await settingsAdmin.registerWebhook(c.var.viewer), 200),
    );
}
