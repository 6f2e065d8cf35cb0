import type { Route } from './+types/feed-json.ts';
import { publicFeed } from './public-feed.ts';
import { jsonFeed } from './render-feed.ts';

/** The newest items as JSON Feed: titles and descriptions, never the texts. */
export const loader = async ({ context, request }: Route.LoaderArgs) =>
  jsonFeed(await publicFeed(context, request));
