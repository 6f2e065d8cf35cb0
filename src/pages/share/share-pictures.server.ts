import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { LRUCache } from 'lru-cache';
import { AppError } from '#platform/errors.ts';
import { cutText, wholeWords } from '#platform/text/cut-text.ts';
import * as m from '#platform/words/messages.ts';

/** The contents of a picture. */
export type Picture = {
  siteName: string;
  kind: string;
  title: string;
  foot: string;
  accent: string;
  logo: Buffer | undefined;
};

const size = { width: 1_200, height: 630 };
const margin = 84;
const cacheBytes = 48 * 1_048_576;
const maxTitle = 150;
/** The maximum number of pictures in the queue, including the one being drawn. A shared link requests its picture again. */
const maxWaiting = 20;

/** A picture that is queued or being drawn, and how many requests are waiting for it. */
type Drawing = {
  png: Promise<Buffer>;
  begin(): Promise<unknown>;
  drop(): void;
  askers: number;
  isBegun: boolean;
};

const busy = () => new AppError('unavailable', m.refused_busy(), { retryAfterSeconds: 5 });

/**
 * TrueType, the only format that sharp's text accepts: the Newsreader of the pages, for all Latin scripts. Both files have the same family.
 */
const fontFiles = ['latin-ext', 'latin'].map((subset) =>
  fileURLToPath(new URL(`./fonts/newsreader-${subset}-500.ttf`, import.meta.url)),
);
/** The comma ends the family name. */
const family = 'Newsreader Medium,';

const ink = { paper: '#f8f6ef', text: '#19221e', muted: '#555f58', line: '#dcd7c8' };

/** Longer titles are smaller. */
const titlePoints = (title: string) => (title.length <= 40 ? 76 : title.length <= 80 ? 62 : 50);
/** Emoji and their modifiers, for which the font would show boxes with numbers. */
const emoji =
  /(?![©®™])\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\u200D|\uFE0F|\u20E3/gu;
const withoutEmoji = (text: string) => text.replaceAll(emoji, '').replaceAll(/\s+/g, ' ').trim() || '…';
const shortened = (text: string, length: number) =>
  text.length <= length ? text : `${wholeWords(cutText(text, length))}…`;
const escapeMarkup = (text: string) =>
  text
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');

/** Loaded with the first picture, because most processes never make one. */
async function loadSharp() {
  const { default: sharp } = await import('sharp');
  return sharp;
}

/** Pictures of 1200 by 630 pixels for shared links, in the product's own fonts; each is drawn once and kept in memory. */
export function createSharePictures() {
  const pictures = new LRUCache<string, Buffer>({
    maxSize: cacheBytes,
    sizeCalculation: (png, key) => png.length + key.length,
  });
  /** In order; the first one is being drawn. */
  const drawings = new Map<string, Drawing>();
  let isDrawing = false;

  /** Draws one picture at a time, because each keeps a core busy for a moment. */
  async function drawAll() {
    if (isDrawing) return;
    isDrawing = true;
    for (;;) {
      const [next] = drawings.values();
      if (!next) break;
      await next.begin();
    }
    isDrawing = false;
  }

  function enqueue(key: string, picture: Picture): Drawing {
    const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
    const drawing: Drawing = {
      png: promise,
      askers: 0,
      isBegun: false,
      async begin() {
        drawing.isBegun = true;
        try {
          const png = await draw(picture);
          pictures.set(key, png);
          resolve(png);
        } catch (error) {
          reject(error);
        }
        drawings.delete(key);
      },
      drop() {
        drawings.delete(key);
        reject(busy());
      },
    };
    drawings.set(key, drawing);
    void drawAll();
    return drawing;
  }

  async function draw({ accent, logo, ...words }: Picture): Promise<Buffer> {
    const siteName = withoutEmoji(words.siteName);
    const title = withoutEmoji(words.title);
    const sharp = await loadSharp();
    const { width: markWidth = 44 } = logo ? await sharp(logo).metadata() : {};
    const nameLeft = margin + markWidth + 18;
    const text = async (words: string, points: number, color: string, lines: number, left = margin) => {
      const input = (fontfile: string | undefined, content: string) => ({
        text: {
          text: `<span foreground="${color}">${escapeMarkup(content)}</span>`,
          font: `${family} ${points}`,
          fontfile: fontfile ?? '',
          width: size.width - margin - left,
          rgba: true,
          dpi: 72,
          wrap: 'word-char' as const,
        },
      });
      // A font file is known once it was used, so this adds the second one.
      const [other, main] = fontFiles;
      await sharp(input(other, 'a')).toBuffer();
      const { data, info } = await sharp(input(main, words)).png().toBuffer({ resolveWithObject: true });
      const height = Math.min(info.height, Math.ceil(points * 1.3 * lines));
      const cut = sharp(data).extract({ left: 0, top: 0, width: info.width, height });
      return { data: await cut.toBuffer(), height };
    };
    const [name, kindText, titleText, footText] = [
      await text(shortened(siteName, 50), 36, ink.text, 1, nameLeft),
      await text(shortened(withoutEmoji(words.kind), 70), 30, accent, 1),
      await text(shortened(title, maxTitle), titlePoints(title), ink.text, 4),
      await text(shortened(withoutEmoji(words.foot), 80), 28, ink.muted, 1),
    ];
    const mark = `<rect x="${margin}" y="66" width="44" height="44" rx="8" fill="${accent}"/>
      <path transform="translate(${margin + 22} 88)" d="M0-14Q2-2 14 0 2 2 0 14-2 2-14 0-2-2 0-14z" fill="${ink.paper}"/>`;
    const frame = `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">
      <rect width="100%" height="100%" fill="${ink.paper}"/>
      <rect width="18" height="100%" fill="${accent}"/>
      ${logo ? '' : mark}
      <rect x="${margin}" y="${size.height - 122}" width="${size.width - 2 * margin}" height="1" fill="${ink.line}"/>
    </svg>`;
    return sharp(Buffer.from(frame))
      .composite([
        ...(logo ? [{ input: logo, left: margin, top: 66 }] : []),
        { input: name.data, left: nameLeft, top: 88 - Math.round(name.height / 2) },
        { input: kindText.data, left: margin, top: 182 },
        { input: titleText.data, left: margin, top: 242 },
        { input: footText.data, left: margin, top: size.height - 92 },
      ])
      .png({ palette: true, quality: 90, effort: 7 })
      .toBuffer();
  }

  return {
    /**
     * The picture as PNG. A drawing that hasn't begun is dropped once all its requests are aborted.
     * @throws AppError 503 unavailable if too many pictures are waiting
     */
    async get(picture: Picture, signal?: AbortSignal): Promise<Buffer> {
      const { logo, ...words } = picture;
      const key = JSON.stringify([words, logo && createHash('sha256').update(logo).digest('base64')]);
      const known = pictures.get(key);
      if (known) return known;
      if (signal?.aborted || (!drawings.has(key) && drawings.size >= maxWaiting)) throw busy();
      const drawing = drawings.get(key) ?? enqueue(key, picture);
      drawing.askers += 1;
      const leave = () => {
        drawing.askers -= 1;
        if (drawing.askers === 0 && !drawing.isBegun) drawing.drop();
      };
      signal?.addEventListener('abort', leave, { once: true });
      try {
        return await drawing.png;
      } finally {
        signal?.removeEventListener('abort', leave);
      }
    },
  };
}
