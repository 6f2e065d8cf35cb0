import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { Params } from 'react-router';

/** What a page's module exports as `handle` for the layouts around it. */
export type PageHandle = {
  /** Whether the page may be painted while it is loading. Parts that arrive late must then not move anything above them. */
  isLong?: boolean;
  /**
   * A placeholder for the page while it is unknown who is signed in. It is part of the HTML, so it is the same for
   * everyone, and must not request anything.
   */
  Pending?: ComponentType;
  /**
   * The page's first API requests, by the names that `Pending` uses for them: `{ list: 'prompts?sort=newest' }`. The
   * page's own script sends the same requests while the app is loading.
   */
  asked?(params: Params, query: URLSearchParams): Record<string, string>;
  /**
   * Loads the data that the page's own script may have shown in `Pending`, which stays until then. Never rejects.
   * @param query the URL's query
   */
  load?(client: QueryClient, params: Params, query: URLSearchParams): Promise<unknown>;
};
