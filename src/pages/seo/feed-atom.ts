import type { Route } from './+types/feed-atom.ts';
import { publicFeed } from './public-feed.ts';
import { atomFeed } from './render-feed.ts';

/** The newest items as Atom: titles and descriptions, never the texts. */
export const loader = async ({ context, request }: Route.LoaderArgs) =>
  atomFeed(await publicFeed(context, request));
