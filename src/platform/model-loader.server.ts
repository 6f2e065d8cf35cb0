import type { LanguageModel, ModelSettings } from './language-model.server.ts';

export type LoadModel = () => Promise<LanguageModel> | undefined;

/** The site's language model; undefined where none is set. Loaded on first use: the library is large, and most sites start without a model. */
export function createModelLoader(settings: ModelSettings | undefined): LoadModel {
  let model: Promise<LanguageModel> | undefined;
  return () => {
    if (settings)
      model ??= import('./language-model.server.ts').then((module) => module.createLanguageModel(settings));
    return model;
  };
}
