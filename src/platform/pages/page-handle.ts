import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { Params } from 'react-router';

/** What the module of a page tells the layouts around it, as its `handle`. */
export type PageHandle = {
  /** Whether it is painted while it comes. What comes late must then move nothing above it. */
  isLong?: boolean;
  /**
   * What the page looks like while nobody knows yet who is signed in. It comes with the page, so it is the same for everybody, and asks
   * the server for nothing.
   */
  Pending?: ComponentType;
  /**
   * What the page asks the API for first, by the names that `Pending` has for it: `{ list: 'prompts?sort=newest' }`. The page's own script
   * asks for the same while the app is on its way.
   */
  asked?(params: Params, query: URLSearchParams): Record<string, string>;
  /**
   * Loads what the page's own script may have shown within `Pending`, which stays until then. Never rejects.
   * @param query that of the address
   */
  load?(client: QueryClient, params: Params, query: URLSearchParams): Promise<unknown>;
};
