import { asOperator } from '#access/operator.ts';
import { writable } from '#access/writable.server.ts';
import { createAnswersService } from '#library/answers/answers.service.server.ts';
import { createResultsService } from '#library/answers/results.service.server.ts';
import { createRunBudget } from '#library/answers/run-budget.server.ts';
import { createValuesService } from '#library/blanks/public/values.service.server.ts';
import { createCategoriesService } from '#library/catalog/categories.server.ts';
import { createCategoryDirectory } from '#library/catalog/public/category-directory.server.ts';
import { createCounts } from '#library/catalog/public/counts.server.ts';
import { createLists } from '#library/catalog/public/list.server.ts';
import { createMissedSearches } from '#library/catalog/public/missed-searches.server.ts';
import { createViewsService } from '#library/catalog/views.server.ts';
import { createRecentService } from '#library/dashboard/recent.service.server.ts';
import { createStatsService } from '#library/dashboard/stats.service.server.ts';
import { createDownloadsService } from '#library/downloads/downloads.service.server.ts';
import { createFavoritesService } from '#library/favorites/public/favorites.service.server.ts';
import { createHistoryService } from '#library/history/history.service.server.ts';
import { recordPlaybookView, recordPromptView } from '#library/history/public/record-history.server.ts';
import { createMyVersionsService } from '#library/my-versions/my-versions.service.server.ts';
import { createPlaybooksService } from '#library/playbooks/playbooks.service.server.ts';
import { createPromptVersionsService } from '#library/prompts/prompt-versions.service.server.ts';
import { createPromptsService } from '#library/prompts/public/prompts.service.server.ts';
import { createReadablePrompts } from '#library/prompts/public/readable-prompts.server.ts';
import type { CurrentMode } from '#money/billing/public/pays-nothing.server.ts';
import { createMemberFeed } from '#pages/seo/member-feed.server.ts';
import { createNewestService } from '#pages/seo/newest.server.ts';
import { createSharePictures } from '#pages/share/share-pictures.server.ts';
import type { Basis } from './basis.server.ts';
import type { ServiceParts } from './service-parts.ts';

/** The catalog for members. */
export function createCatalogServices(
  parts: ServiceParts,
  { rateLimits, loadModel }: Basis,
  { currentMode }: { currentMode: CurrentMode },
) {
  const { db, reads, databaseEvents, log, publicUrl } = parts;
  const counts = createCounts(db, databaseEvents);
  const directory = createCategoryDirectory(db, databaseEvents);
  const missedSearches = createMissedSearches(db, writable(db, asOperator('figures')), log);
  const values = createValuesService(db);
  const listItems = createLists({ reads, counts, databaseEvents });
  const listed = { db, reads, listItems, directory, missedSearches };
  const prompts = createPromptsService({ ...listed, values });
  const playbooks = createPlaybooksService({ ...listed, prompts, values });
  const runBudget = createRunBudget(db, currentMode);
  const favorites = createFavoritesService(db, rateLimits);
  return {
    answers: createAnswersService({ db, log, loadModel, budget: runBudget, prompts, playbooks, values }),
    categories: createCategoriesService(counts, directory),
    downloads: createDownloadsService({ db, publicUrl, prompts, playbooks }),
    favorites,
    history: createHistoryService(db, prompts, rateLimits),
    memberFeed: createMemberFeed(db, directory),
    missedSearches,
    myVersions: createMyVersionsService(db, prompts, rateLimits),
    newest: createNewestService(db, reads, counts, directory),
    playbooks,
    prompts,
    readablePrompts: createReadablePrompts(db),
    recent: createRecentService(db),
    results: createResultsService(db),
    runBudget,
    sharePictures: createSharePictures(),
    stats: createStatsService({ counts, favorites }),
    values,
    promptVersions: createPromptVersionsService(db, prompts, rateLimits),
    views: createViewsService({
      db,
      rateLimits,
      keep: { prompt: recordPromptView, playbook: recordPlaybookView },
    }),
  };
}

export type CatalogServices = ReturnType<typeof createCatalogServices>;
