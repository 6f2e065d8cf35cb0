import { exportResults } from '#library/answers/results.service.server.ts';
import { exportValues } from '#library/blanks/public/values.service.server.ts';
import { exportItemsIn } from '#library/catalog/public/item-export.server.ts';
import { exportCollections } from '#library/collections/collections.queries.server.ts';
import { exportCommentReports, exportComments } from '#library/comments/comments-export.server.ts';
import { exportHistory } from '#library/history/history.service.server.ts';
import { exportMyVersions } from '#library/my-versions/my-versions.service.server.ts';
import { exportOutcomes } from '#library/outcomes/outcomes.service.server.ts';
import { exportProgress } from '#library/playbooks/playbooks-export.server.ts';
import { exportRuns } from '#library/runs/runs.service.server.ts';
import { billingExport } from '#money/billing/billing-export.server.ts';
import { giftsExport } from '#money/gifts/gifts-export.server.ts';
import { exportMailings } from '#owner/mailings/mailings-export.server.ts';
import { signInExport } from '#people/auth/accounts/sign-in-export.server.ts';
import { exportPrograms } from '#reach/connect/connections.service.server.ts';
import { exportKeys } from '#reach/keys/keys.service.server.ts';
import { exportConsents } from '#site/own-pages/public/consents.server.ts';

/** The parts of a member's data export, one from each feature. */
export const exportParts = {
  votes: exportItemsIn('votes'),
  favorites: exportItemsIn('user_favorites'),
  comments: exportComments,
  comment_reports: exportCommentReports,
  copies: exportItemsIn('user_activity'),
  progress: exportProgress,
  values: exportValues,
  runs: exportRuns,
  collections: exportCollections,
  outcomes: exportOutcomes,
  history: exportHistory,
  results: exportResults,
  my_versions: exportMyVersions,
  ...billingExport,
  gifts: giftsExport,
  keys: exportKeys,
  programs: exportPrograms,
  ...signInExport,
  consents: exportConsents,
  emails: exportMailings,
};
