import type { ComponentType } from 'react';

/** What the module of a page tells the layouts around it, as its `handle`. */
export type PageHandle = {
  /**
   * What the page looks like while nobody knows yet who is signed in. It comes with the page, so it is the same for everybody, and asks
   * the server for nothing.
   */
  Pending?: ComponentType;
};
