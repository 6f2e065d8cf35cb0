import type { SignedInViewer, Viewer } from '#access/viewer.ts';
import type { contentStatuses, difficulties, promptTypes } from '#constants';
import type { Blank } from '#library/blanks/public/blanks.ts';
import type { createFavoritesService } from '#library/favorites/public/favorites.service.server.ts';
import type { createReadablePrompts } from '#library/prompts/public/readable-prompts.server.ts';
import type { Log } from '#platform/observability/log.server.ts';

export type Query = {
  q?: string | undefined;
  category?: string | undefined;
  type?: (typeof promptTypes)[number] | undefined;
  favorites?: boolean | undefined;
  limit: number;
  cursor?: string | undefined;
};
export type Card = {
  slug: string;
  title: string;
  description: string;
  category: string;
  can: { read: boolean };
  /** Of playbooks; the price in the currency's minor unit. */
  is_purchasable?: boolean;
  price?: number;
};
export type Page = { items: Card[]; next_cursor: string | null; corrected_q: string | null };

export type Prompt = Card & {
  id: string;
  prompt_body: string | null;
  blanks: Blank[];
  daily_limit_reached: boolean;
};
export type Playbook = Card & {
  daily_limit_reached: boolean;
  preview: { title: string }[];
  steps: {
    title: string;
    description: string;
    prompts: { title: string; prompt_body: string }[];
  }[];
};
type Change = Partial<{
  title: string;
  prompt_body: string;
  description: string;
  category: string;
  prompt_type: (typeof promptTypes)[number];
  difficulty: (typeof difficulties)[number];
  status: (typeof contentStatuses)[number];
}>;
type Made = { id: string; slug: string; title: string; status: string };
type Values = Record<string, string>;

/** The parts of the API's services that the tools, prompts and resources use. */
export type McpServices = {
  prompts: {
    list(viewer: Viewer, query: Query): Promise<Page>;
    get(viewer: Viewer, slug: string): Promise<Prompt>;
    copy(
      viewer: Viewer,
      slug: string,
      request: { values: Values },
    ): Promise<{ text: string; copies_left: number | null }>;
  };
  playbooks: {
    list(viewer: Viewer, query: Query): Promise<Page>;
    get(viewer: Viewer, slug: string): Promise<Playbook>;
  };
  promptsAdmin: {
    create(viewer: Viewer, prompt: Change & { title: string; prompt_body: string }): Promise<Made>;
    update(viewer: Viewer, id: string, change: Change): Promise<Made>;
  };
  readablePrompts: ReturnType<typeof createReadablePrompts>;
  favorites: Pick<ReturnType<typeof createFavoritesService>, 'set'>;
  runs: {
    start(
      viewer: Viewer,
      slug: string,
      run: { name?: string; values?: Values },
    ): Promise<{ id: string; name: string; steps: unknown[] }>;
    saveStep(
      viewer: Viewer,
      id: string,
      position: number,
      change: { result: string; done: boolean; updated_at: string | null },
      how: { isWhole: boolean },
    ): Promise<{ done: boolean; result: string; updated_at: string | null; is_merged: boolean }>;
  };
};

/** One request: who makes it, and the site's URL. */
export type McpRequest = {
  services: McpServices;
  viewer: SignedInViewer;
  /** Whether it came with an API key, whose scopes stay as they are. */
  isKey: boolean;
  publicUrl: string;
  log: Log;
};
