import { image } from '#constants';
import { AppError } from '#platform/errors.ts';
import * as m from './words/messages.ts';

const accepted = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif']);
/** Loaded with the first upload, because most processes never get one. */
async function loadTools() {
  const [{ default: sharp }, { fileTypeFromBuffer }] = await Promise.all([
    import('sharp'),
    import('file-type'),
  ]);
  // One thread and no cache, to cap the memory that uploads take.
  sharp.concurrency(1);
  sharp.cache(false);
  return { sharp, fileTypeFromBuffer };
}

/** WebP versions of an image for detail pages and for cards. */
export type ProcessedImage = { detail: Buffer; card: Buffer };

/**
 * Re-encodes an upload as WebP. Only the pixels are kept: no metadata, and nothing appended to the file. The type is detected
 * from the bytes, not from the name.
 * @throws AppError 413 over 5 MB or too many pixels; 415 not an image of a supported type; 422 damaged.
 */
export async function processImage(upload: Buffer): Promise<ProcessedImage> {
  if (upload.length > image.bytes) throw new AppError('payload_too_large', m.file_too_large());
  const { sharp, fileTypeFromBuffer } = await loadTools();
  const type = await fileTypeFromBuffer(upload);
  if (!type || !accepted.has(type.mime)) {
    throw new AppError('unsupported_media_type', m.please_select_an_image_file());
  }
  try {
    const source = sharp(upload, { limitInputPixels: image.pixels, failOn: 'error', pages: 1 });
    const { width = 0, height = 0 } = await source.metadata();
    if (width * height > image.pixels)
      throw new AppError(
        'payload_too_large',
        m.refused_too_many_pixels({ millions: image.pixels / 1_000_000 }),
      );
    const resize = (size: number) =>
      source
        .clone()
        .rotate()
        .resize({ width: size, height: size, fit: 'inside', withoutEnlargement: true })
        .webp({ quality: 80 })
        .toBuffer();
    return { detail: await resize(image.detailSize), card: await resize(image.cardSize) };
  } catch (error) {
    if (error instanceof AppError) throw error;
    if (error instanceof Error && /pixel limit/i.test(error.message)) {
      throw new AppError(
        'payload_too_large',
        m.refused_too_many_pixels({ millions: image.pixels / 1_000_000 }),
        { cause: error },
      );
    }
    throw new AppError('validation_failed', m.refused_image_damaged(), { cause: error });
  }
}
