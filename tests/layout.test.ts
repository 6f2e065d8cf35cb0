import { readdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { roles } from '#constants';
import { readListFilters } from '#library/catalog/public/list-filters.ts';
import { pageParameters } from '#platform/pages/page-parameters.ts';
import {
  featureOf,
  findCircles,
  type Import,
  imports,
  isTest,
  privateImports,
  privateTestImports,
  readSource,
  sourceFiles,
  upwardImports,
} from './harness/import-graph.ts';

const arrows = (list: Import[]) => list.map(({ from, to }) => `${from} -> ${to}`);

describe('the layout', () => {
  test('has the folders that these tests expect', () => {
    expect(new Set(sourceFiles.map(featureOf)).size).toBeGreaterThan(15);
    expect(imports.length).toBeGreaterThan(500);
  });

  test('names every feature in the drawing of docs/architecture.md', async () => {
    const text = await readFile('docs/architecture.md', 'utf8');
    const drawing = text.slice(text.indexOf('shell/ '), text.indexOf('access/ '));
    const named = new Set(drawing.match(/[\w-]+/g));
    const features = new Set(sourceFiles.map((file) => featureOf(file)?.split('/')[1]));
    expect([...features].filter((feature) => feature && !named.has(feature))).toEqual([]);
  });

  test('imports only go down', () => {
    expect(arrows(upwardImports)).toEqual([]);
  });

  test('a feature reaches another only through its public files', () => {
    expect(arrows(privateImports)).toEqual([]);
    // A test that needs the internals of several features belongs in tests/.
    expect(arrows(privateTestImports)).toEqual([]);
  });

  test('public exports are used from outside their feature', () => {
    const used = new Set(
      imports.filter(({ from, to }) => featureOf(from) !== featureOf(to)).map(({ to }) => to),
    );
    const isPublic = (file: string) => featureOf(file) !== undefined && file.split('/')[2] === 'public';
    const unused = sourceFiles.filter((file) => isPublic(file) && !isTest(file) && !used.has(file));
    expect(unused).toEqual([]);
  });

  test("features don't import each other in circles", () => {
    expect(findCircles()).toEqual([]);
  });

  test("the folders of ui and platform don't import each other in circles", () => {
    const folder = (file: string) => (/^(ui|platform)\//.test(file) ? dirname(file) : undefined);
    expect(findCircles(folder)).toEqual([]);
  });

  test("files don't import each other in circles", () => {
    const loaded = imports.filter(({ isLoaded }) => isLoaded);
    expect(loaded.length).toBeGreaterThan(1_000);
    expect(findCircles((file) => file, loaded)).toEqual([]);
  });

  test('browser code imports only types from server files', () => {
    const wrong = sourceFiles
      .filter((file) => file.endsWith('.tsx') || file === 'platform/client/api-client.ts')
      .flatMap((file) => {
        const imports = readSource(file).matchAll(/import (?!type )([^;]*?) from '([^']+\.server\.ts)'/g);
        return [...imports].map((match) => `${file} -> ${match[2]}`);
      });
    expect(wrong).toEqual([]);
  });

  test('browser code imports only types from contracts, which need the server’s OpenAPI library', () => {
    const wrong = sourceFiles
      .filter((file) => /\.tsx$|(^|\/)use-[^/]*\.ts$|-fields\.ts$/.test(file) && !isTest(file))
      .flatMap((file) => {
        const imports = readSource(file).matchAll(/import (?!type )([^;]*?) from '([^']+\.contract\.ts)'/g);
        return [...imports].map((match) => `${file} -> ${match[2]}`);
      });
    expect(wrong).toEqual([]);
  });

  test('every query parameter that a page reads is one that the page cache knows', () => {
    const read = sourceFiles
      .filter((file) => !file.includes('.server.') && !isTest(file))
      .flatMap((file) => [...readSource(file).matchAll(/\b(?:search|query)\.(?:get|has)\('(\w+)'\)/g)])
      .map((match) => match[1] ?? '');
    expect(read.length).toBeGreaterThan(10);
    const search = new URLSearchParams();
    search.get = (name) => {
      read.push(name);
      return null;
    };
    for (const list of ['prompts', 'playbooks'] as const) readListFilters(list, search);
    expect(read).toEqual(expect.arrayContaining(['favorites', 'purchased']));
    expect(read.filter((name) => !pageParameters.has(name))).toEqual([]);
  });

  test('only src/access looks at roles and tiers to decide', () => {
    const looks = new RegExp(
      String.raw`\b(role|kind)\s*[!=]==\s*'(${roles.join('|')})'|accessLevel\s*[<>]=?`,
    );
    const found = sourceFiles
      .filter((file) => !file.startsWith('access/') && !isTest(file) && !file.includes('.types.'))
      .filter((file) => looks.test(readSource(file)));
    // Both look at the role of the account that changes, not of whoever asks.
    expect(found).toEqual([
      'people/auth/accounts/account-care.service.server.ts',
      'people/auth/accounts/last-admin.server.ts',
    ]);
  });
});

describe('the records of decisions', async () => {
  const folder = 'docs/decisions';
  const records = (await readdir(folder)).filter((name) => /^\d{4}-.*\.md$/.test(name));
  const list = await readFile(`${folder}/README.md`, 'utf8');

  test.each(records)('%s has a date, a status and its four sections, and is in the list', async (name) => {
    const text = await readFile(`${folder}/${name}`, 'utf8');
    const number = name.slice(0, 4);
    expect(text).toMatch(/^# \d{4}: .+\n\nDate: \d{4}-\d{2}-\d{2}\. Status: [^#]+\.\n\n## Context\n/);
    expect(text.slice(2, 6)).toBe(number);
    expect([...text.matchAll(/^## (.+)$/gm)].map(([, title]) => title)).toEqual([
      'Context',
      'Alternatives',
      'Decision',
      'Consequences',
    ]);
    expect(list).toContain(`| [${number}](${name})`);
  });
});
