import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = new URL('../src/', import.meta.url).pathname;
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));
const rooms = readdirSync(join(root, 'features'));

/** Parts of a room that others may use beside its contract and its service. */
const openDoors = [
  /^catalogue\//,
  /^billing\/(payment-notice\.tsx|own-plan\.ts|use-checkout\.ts)$/,
  /^auth\/(session\.tsx|session-key\.ts|guards\.tsx)$/,
  /^comments\/comments\.tsx$/,
  /^favourites\/favourite-button\.tsx$/,
  /^media\/(image-field\.tsx|media-address\.ts)$/,
  /^prompts\/library\.tsx$/,
  /^search\/search-shortcut\.tsx$/,
  /^seo\/meta\.ts$/,
  /^settings\/(site-settings\.tsx|settings-defaults\.ts)$/,
  /^shell\/(admin-(frame|table)|logo)\.tsx$/,
  /^tiers\/plan-card\.tsx$/,
  /^votes\/vote-button\.tsx$/,
];

function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map((match) => {
    const target = match[1] ?? '';
    if (target.startsWith('.')) return normalize(join(dirname(file), target));
    return target.startsWith('#') ? target.slice(1) : `package:${target}`;
  });
}

const room = (path: string) => /^features\/([^/]+)\//.exec(path)?.[1];

describe('the layout', () => {
  test('has rooms to check', () => {
    expect(rooms.length).toBeGreaterThan(8);
    expect(files.length).toBeGreaterThan(50);
  });

  test('platform and ui know no feature and no access rule', () => {
    const wrong = files
      .filter((file) => /^(platform|ui)\//.test(file))
      .flatMap((file) =>
        importsOf(file)
          .filter((to) => /^(features|access)\//.test(to))
          .map((to) => `${file} -> ${to}`),
      );
    expect(wrong).toEqual([]);
  });

  test('access knows no feature', () => {
    const wrong = files
      .filter((file) => file.startsWith('access/') && !file.includes('.test.'))
      .flatMap((file) =>
        importsOf(file)
          .filter((to) => to.startsWith('features/'))
          .map((to) => `${file} -> ${to}`),
      );
    expect(wrong).toEqual([]);
  });

  test('a feature reaches another only through its contract, its service or an open door', () => {
    const isOpen = (to: string) =>
      /\.(contract\.ts|service\.server\.ts)$/.test(to) ||
      openDoors.some((door) => door.test(to.replace('features/', '')));
    const wrong = files
      .filter((file) => room(file) !== undefined)
      .flatMap((file) =>
        importsOf(file)
          .filter((to) => room(to) !== undefined && room(to) !== room(file) && !isOpen(to))
          .map((to) => `${file} -> ${to}`),
      );
    expect(wrong).toEqual([]);
  });

  test('what runs in the browser imports nothing of the server but types', () => {
    const wrong = files
      .filter((file) => file.endsWith('.tsx') || file === 'platform/api-client.ts')
      .flatMap((file) => {
        const text = readFileSync(join(root, file), 'utf8');
        const imports = text.matchAll(/import (?!type )([^;]*?) from '([^']+\.server\.ts)'/g);
        return [...imports].map((match) => `${file} -> ${match[2]}`);
      });
    expect(wrong).toEqual([]);
  });

  test('only src/access looks at roles and tiers to decide', () => {
    const wrong = files
      .filter((file) => !file.startsWith('access/') && !file.includes('.test.') && !file.includes('.types.'))
      .filter((file) =>
        /role\s*===\s*'admin'|kind\s*===\s*'admin'|accessLevel\s*[<>]=?/.test(
          readFileSync(join(root, file), 'utf8'),
        ),
      );
    expect(wrong).toEqual([]);
  });
});
