import { videoPlaces } from '#platform/video-places.ts';

/** Whether a frame may be embedded: a video at one of the allowed places. */
export function isVideoAddress(address: unknown): boolean {
  if (typeof address !== 'string' || !URL.canParse(address)) return false;
  const { href, origin, pathname } = new URL(address);
  // Compared after parsing, when no user name, port or `..` is left.
  return href.startsWith(origin) && videoPlaces.some((place) => `${origin}${pathname}`.startsWith(place));
}
