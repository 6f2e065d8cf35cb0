import { zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { importLimits } from '#constants';
import { unzip } from './unzip.server.ts';

describe('an archive', () => {
  const text = (value: string) => new TextEncoder().encode(value);
  const zip = (files: Record<string, Uint8Array>) => Buffer.from(zipSync(files));

  test('of Markdown is read, without the metadata files of macOS', async () => {
    const files = await unzip(
      zip({
        'b/two.md': text('Two'),
        'a.md': text('One'),
        '__MACOSX/a.md': text('x'),
        'b/._two.md': text('x'),
      }),
    );
    expect(files.map(({ place, content }) => [place, content.toString()])).toEqual([
      ['a.md', 'One'],
      ['b/two.md', 'Two'],
    ]);
  });

  test('with too much in it, or with paths that lead out, is refused before it is unpacked', async () => {
    await expect(unzip(zip({ 'bomb.md': new Uint8Array(4_000_000) }))).rejects.toThrow(
      'compressed too tightly',
    );
    const many = Object.fromEntries(
      Array.from({ length: importLimits.files + 1 }, (_, index) => [`${index}.md`, text('x')]),
    );
    await expect(unzip(zip(many))).rejects.toThrow('more than 5,000 files');
    await expect(unzip(zip({ '../out.md': text('x') }))).rejects.toThrow('ZIP');
    await expect(unzip(zip({ '/etc/out.md': text('x') }))).rejects.toThrow('ZIP');
    // The archive declares a smaller size than the real one.
    const liar = zip({ 'liar.md': text('word '.repeat(100_000)) });
    for (const mark of [0x04034b50, 0x02014b50]) {
      const at = liar.indexOf(Buffer.from([mark & 255, (mark >> 8) & 255, (mark >> 16) & 255, mark >> 24]));
      liar.writeUInt32LE(10, at + (mark === 0x04034b50 ? 22 : 24));
    }
    await expect(unzip(liar)).rejects.toThrow('ZIP');
  });
});
