import type { LanguageModel, ModelSettings } from './language-model.server.ts';

export type LoadModel = ReturnType<typeof createModelLoader>;

/**
 * Loads the site's language model, or undefined if none is set up. It is only loaded on first use, because the library
 * is large and most sites start without a model. `modelName` doesn't load it.
 */
export function createModelLoader(settings: () => Promise<ModelSettings | undefined>) {
  let last: { key: string; model: Promise<LanguageModel> } | undefined;
  const load = async (): Promise<LanguageModel | undefined> => {
    const current = await settings();
    if (!current) return undefined;
    const key = JSON.stringify([current.baseUrl, current.apiKey, current.model]);
    if (last?.key !== key)
      last = {
        key,
        model: import('./language-model.server.ts').then((module) => module.createLanguageModel(current)),
      };
    return last.model;
  };
  return Object.assign(load, { modelName: async () => (await settings())?.model });
}
