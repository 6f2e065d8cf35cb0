import { videoPlaces } from '#platform/video-places.ts';

/** Whether a frame may be shown: a video at exactly one of the places for them. */
export function isVideoAddress(address: unknown): boolean {
  if (typeof address !== 'string' || !URL.canParse(address)) return false;
  const { href, origin, pathname } = new URL(address);
  // Compared after parsing: no user name, port or `..` is left in it.
  return href.startsWith(origin) && videoPlaces.some((place) => `${origin}${pathname}`.startsWith(place));
}
