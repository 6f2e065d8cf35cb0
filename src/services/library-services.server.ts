import { asOperator } from '#access/operator.ts';
import type { Viewer } from '#access/viewer.ts';
import { writable } from '#access/writable.server.ts';
import { createAnalyzeService } from '#library/analysis/analyze.service.server.ts';
import { createBulkService } from '#library/bulk/bulk.service.server.ts';
import { createPublishDue } from '#library/catalog/publish-due.server.ts';
import { createCollectionsService } from '#library/collections/collections.service.server.ts';
import { createCommentsService } from '#library/comments/comments.service.server.ts';
import { createModerationService } from '#library/comments/moderation.service.server.ts';
import { createModerationEmail } from '#library/comments/moderation-email.server.ts';
import { createReplyEmails } from '#library/comments/reply-emails.server.ts';
import { exportLibraryFor } from '#library/import/export-library.server.ts';
import { createImportsService } from '#library/import/imports.service.server.ts';
import { createImportsWorker } from '#library/import/imports-worker.server.ts';
import { createOutcomesService } from '#library/outcomes/outcomes.service.server.ts';
import { createPlaybookVersionsService } from '#library/playbooks/playbook-versions.service.server.ts';
import { createPlaybooksAdminService } from '#library/playbooks/playbooks-admin.service.server.ts';
import { createPromptsAdminService } from '#library/prompts/prompts-admin.service.server.ts';
import { runAsMarkdown } from '#library/runs/run-export.server.ts';
import type { Run } from '#library/runs/runs.contract.ts';
import { createRunsService } from '#library/runs/runs.service.server.ts';
import { createVotesService } from '#library/votes/votes.service.server.ts';
import { createCategoriesAdminService } from '#owner/categories/categories-admin.service.server.ts';
import type { Basis } from './basis.server.ts';
import type { CatalogServices } from './catalog-services.server.ts';
import type { MoneyServices } from './money-services.server.ts';
import type { ServiceParts } from './service-parts.ts';

/** The library apart from what members read: editing the catalog, and what members add to it. */
export function createLibraryServices(
  parts: ServiceParts,
  basis: Basis,
  { prompts }: CatalogServices,
  { billing: { salesModes } }: MoneyServices,
) {
  const { db, log, publicUrl } = parts;
  const { rateLimits, mailer, emailPreferences, emailBranding, loadModel, media } = basis;
  const playbooksAdmin = createPlaybooksAdminService(db, media, salesModes);
  const commentEmails = {
    mailer,
    emailPreferences,
    emailBranding,
    db: writable(db, asOperator('comments')),
  };
  const importsWorker = createImportsWorker(db, asOperator('library'), salesModes);
  return {
    analyze: createAnalyzeService({ loadModel, log }),
    bulk: createBulkService(db, salesModes),
    categoriesAdmin: createCategoriesAdminService(db),
    collections: createCollectionsService(db),
    comments: createCommentsService({ db, rateLimits, publicUrl }),
    exportLibrary: (viewer: Viewer) => exportLibraryFor({ db, rateLimits }, viewer),
    exportRun: (viewer: Viewer, run: Run) => runAsMarkdown(db, viewer, run),
    imports: createImportsService({ db, jobs: parts.jobs, worker: importsWorker }),
    importsWorker,
    moderation: createModerationService({ db, rateLimits }),
    moderationEmail: createModerationEmail(commentEmails),
    outcomes: createOutcomesService(db),
    playbooksAdmin,
    playbookVersions: createPlaybookVersionsService({ db, rateLimits, prompts, admin: playbooksAdmin }),
    promptsAdmin: createPromptsAdminService(db, media),
    publishDue: createPublishDue(writable(db, asOperator('library'))),
    replyEmails: createReplyEmails({ ...commentEmails, rateLimits }),
    runs: createRunsService(db),
    votes: createVotesService(db),
  };
}
