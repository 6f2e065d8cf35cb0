import { setTimeout } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { GuardedStorage } from '../storage.server.ts';
import { isStored, storedAt } from './media-address.ts';

const kept = 32;
/** A picture that couldn't be read is tried again after this. */
const unreadMilliseconds = 60_000;
const patienceMilliseconds = 1_000;

type Look = {
  /** Replaces transparent areas. */
  background?: string | undefined;
  /** The maximum width, keeping the proportions; without it, the picture is square. */
  widest?: number | undefined;
};

type Storage = Pick<GuardedStorage, 'base' | 'get'>;

async function read(storage: Storage, address: string) {
  const name = isStored(address, 'site') ? storedAt(address, storage.base, 'site') : undefined;
  return name && (await storage.get('site', name));
}

async function ratioOf(storage: Storage, address: string) {
  const bytes = await read(storage, address);
  if (!bytes) return undefined;
  const { default: sharp } = await import('sharp');
  const { width, height } = await sharp(bytes).metadata();
  return width / height;
}

/**
 * Returns the width of an uploaded picture divided by its height; undefined if it wasn't uploaded to this site, or can't be read now. The
 * picture at a URL never changes.
 */
export function createPictureRatios(storage: Storage) {
  const ratios = new LRUCache<string, Promise<number | undefined>>({ max: kept });
  return function pictureRatio(address: string): Promise<number | undefined> {
    let ratio = ratios.get(address);
    if (!ratio) {
      ratio = ratioOf(storage, address).catch(() => undefined);
      ratios.set(address, ratio, { ttl: unreadMilliseconds });
      void ratio.then((found) => found && ratios.set(address, Promise.resolve(found)));
    }
    // Pages don't wait for a storage that doesn't answer.
    return Promise.race([ratio, setTimeout(patienceMilliseconds, undefined, { ref: false })]);
  };
}

/** The owner's pictures in other sizes, as PNG; each is made once and kept in memory. */
export function createSiteIcons(storage: Storage) {
  const icons = new LRUCache<string, Promise<Buffer | undefined>>({ max: kept });

  async function draw(address: string, size: number, { background, widest }: Look) {
    const bytes = await read(storage, address);
    if (!bytes) return undefined;
    const { default: sharp } = await import('sharp');
    const icon = sharp(bytes).resize({
      width: widest ?? size,
      height: size,
      fit: widest ? 'inside' : 'contain',
      background: { r: 0, g: 0, b: 0, alpha: 0 },
    });
    return (background ? icon.flatten({ background }) : icon).png().toBuffer();
  }

  /** The uploaded picture at this URL as PNG, `size` pixels high at most; undefined if it wasn't uploaded to this site, or is gone. */
  return async function siteIcon(address: string, size: number, look: Look = {}) {
    const key = `${size} ${look.widest ?? ''} ${look.background ?? ''} ${address}`;
    const drawn = icons.get(key) ?? draw(address, size, look);
    icons.set(key, drawn);
    const icon = await drawn.catch((error: unknown) => {
      icons.delete(key);
      throw error;
    });
    if (!icon) icons.delete(key);
    return icon;
  };
}
