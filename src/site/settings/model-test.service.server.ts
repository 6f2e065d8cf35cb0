import { grantSite } from '#access/decide.ts';
import type { Viewer } from '#access/viewer.ts';
import { AppError } from '#platform/errors.ts';
import type { RateLimits } from '#platform/http/rate-limits.server.ts';
import type { LoadModel } from '#platform/model/model-loader.server.ts';
import * as m from './words/messages.ts';

/** Tests the language model with the current settings. @throws AppError 401, 403, 409, 429; 502 with the endpoint's answer */
export const createModelTest =
  ({ loadModel, rateLimits }: { loadModel: LoadModel; rateLimits: RateLimits }) =>
  async (viewer: Viewer) => {
    const { userId } = grantSite(viewer, 'manage-settings').viewer;
    await rateLimits.require('test-model', userId);
    const model = await loadModel();
    if (!model) throw new AppError('conflict', m.refused_no_model_to_test());
    const start = performance.now();
    const answer = await model.greet();
    return { model: model.name, answer, milliseconds: Math.round(performance.now() - start) };
  };
