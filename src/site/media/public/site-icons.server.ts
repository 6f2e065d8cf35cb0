import { LRUCache } from 'lru-cache';
import type { GuardedStorage } from '../storage.server.ts';
import { isStored, storedAt } from './media-address.ts';

const kept = 32;

/** Pictures of the owner in other sizes, as PNG; each is made once and kept in memory. */
export function createSiteIcons(storage: Pick<GuardedStorage, 'base' | 'get'>) {
  const icons = new LRUCache<string, Promise<Buffer | undefined>>({ max: kept });

  async function draw(address: string, size: number, background: string | undefined) {
    const name = isStored(address, 'site') ? storedAt(address, storage.base, 'site') : undefined;
    const bytes = name && (await storage.get('site', name));
    if (!bytes) return undefined;
    const { default: sharp } = await import('sharp');
    const icon = sharp(bytes).resize({
      width: size,
      height: size,
      fit: 'contain',
      background: { r: 0, g: 0, b: 0, alpha: 0 },
    });
    return (background ? icon.flatten({ background }) : icon).png().toBuffer();
  }

  /**
   * The uploaded picture at this address as a square of so many pixels; undefined where it was not uploaded to this site, or is gone.
   * @param background instead of what is transparent.
   */
  return async function siteIcon(address: string, size: number, background?: string) {
    const key = `${size} ${background ?? ''} ${address}`;
    const drawn = icons.get(key) ?? draw(address, size, background);
    icons.set(key, drawn);
    const icon = await drawn.catch((error: unknown) => {
      icons.delete(key);
      throw error;
    });
    if (!icon) icons.delete(key);
    return icon;
  };
}
