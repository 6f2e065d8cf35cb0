import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { Params } from 'react-router';

/** What the module of a page tells the layouts around it, as its `handle`. */
export type PageHandle = {
  /**
   * What the page looks like while nobody knows yet who is signed in. It comes with the page, so it is the same for everybody, and asks
   * the server for nothing.
   */
  Pending?: ComponentType;
  /**
   * Loads what the page's own script may have shown within `Pending`, which stays until then. The address has no query. Never rejects.
   */
  load?(client: QueryClient, params: Params): Promise<unknown>;
};
