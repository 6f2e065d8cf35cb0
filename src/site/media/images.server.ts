import { image } from '#constants';
import { AppError } from '#platform/errors.ts';

const accepted = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif']);
/** Loaded with the first upload: most processes never see one. */
async function loadTools() {
  const [{ default: sharp }, { fileTypeFromBuffer }] = await Promise.all([
    import('sharp'),
    import('file-type'),
  ]);
  // One picture at a time on one thread: a crowd of uploads waits instead of filling the memory.
  sharp.concurrency(1);
  sharp.cache(false);
  return { sharp, fileTypeFromBuffer };
}

/** A picture made anew from its pixels: as large as details need it, and for cards. */
export type MadeImage = { detail: Buffer; card: Buffer };

/**
 * Makes WebP pictures of an upload. Only its pixels survive: no metadata, no second file hidden behind them. What it is
 * is told by its bytes, whatever its name.
 * @throws AppError 413 over 5 MB or too many pixels; 415 no picture of a known kind; 422 damaged.
 */
export async function makeImages(upload: Buffer): Promise<MadeImage> {
  if (upload.length > image.bytes) throw new AppError('payload_too_large', 'File size must be less than 5MB');
  const { sharp, fileTypeFromBuffer } = await loadTools();
  const type = await fileTypeFromBuffer(upload);
  if (!type || !accepted.has(type.mime)) {
    throw new AppError('unsupported_media_type', 'Please select an image file');
  }
  try {
    const source = sharp(upload, { limitInputPixels: image.pixels, failOn: 'error', pages: 1 });
    const { width = 0, height = 0 } = await source.metadata();
    if (width * height > image.pixels) throw new AppError('payload_too_large', tooManyPixels);
    const sized = (most: number) =>
      source
        .clone()
        .rotate()
        .resize({ width: most, height: most, fit: 'inside', withoutEnlargement: true })
        .webp({ quality: 80 })
        .toBuffer();
    return { detail: await sized(image.detailSize), card: await sized(image.cardSize) };
  } catch (error) {
    if (error instanceof AppError) throw error;
    if (error instanceof Error && /pixel limit/i.test(error.message)) {
      throw new AppError('payload_too_large', tooManyPixels, { cause: error });
    }
    throw new AppError('validation_failed', 'The image is damaged and cannot be read.', { cause: error });
  }
}

const tooManyPixels = `The image has too many pixels (at most ${image.pixels / 1_000_000} million).`;
