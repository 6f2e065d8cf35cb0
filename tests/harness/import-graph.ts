import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const root = new URL('../../src/', import.meta.url).pathname;

/** The layers from top to bottom: the composition root, the districts, and what is below them. Imports only go down this list. */
const layers = [
  'composition root',
  'shell',
  'reach',
  'owner',
  'pages',
  'library',
  'money',
  'people',
  'site',
  'access',
  'ui',
  'platform',
  'constants.ts',
  'limits.ts',
  'request-limits.ts',
];
const districtsWithFeatures = ['reach', 'owner', 'pages', 'library', 'money', 'people', 'site'];

/** An import between two files of `src/`, given as paths relative to it. Type imports and dynamic imports don't load the file. */
export type Import = { from: string; to: string; isLoaded: boolean };

export const sourceFiles = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file))
  .sort();
export const readSource = (file: string) => readFileSync(join(root, file), 'utf8');
export const isTest = (file: string) => /\.test\.tsx?$/.test(file);

const isKnown = new Set(sourceFiles);

const importsOf = (from: string): Import[] =>
  [
    ...readSource(from).matchAll(
      /(?:^(?<loaded>(?:import|export)(?! type)\b[^;']*)|from\s*|import\s*\(?\s*)'(?<target>[^']+)'/gm,
    ),
  ]
    .map(({ groups }) => ({
      from,
      to: resolve(from, groups?.target ?? ''),
      isLoaded: groups?.loaded !== undefined,
    }))
    .filter(({ to }) => isKnown.has(to));

/** All imports between files of product code. */
export const imports = sourceFiles.filter((file) => !isTest(file)).flatMap(importsOf);

function resolve(from: string, target: string): string {
  if (target === '#constants') return 'constants.ts';
  return target.startsWith('.') ? normalize(join(dirname(from), target)) : target.replace(/^#/, '');
}

/** The layer of a file in the diagram of docs/architecture.md. */
export function layerOf(file: string): string {
  const [first = ''] = file.split('/');
  return layers.includes(first) && (file.includes('/') || first.endsWith('.ts')) ? first : 'composition root';
}

/** "library/prompts" for a file in that feature; undefined outside of features. */
export function featureOf(file: string): string | undefined {
  const [district = '', feature, ...rest] = file.split('/');
  return districtsWithFeatures.includes(district) && rest.length > 0 ? `${district}/${feature}` : undefined;
}

const isDown = ({ from, to }: Import) => layers.indexOf(layerOf(from)) <= layers.indexOf(layerOf(to));

/** Imports that go up the diagram. */
export const upwardImports = imports.filter((found) => !isDown(found));

/** Imports of a feature's files from outside of it, except by the composition root, which may import anything. */
export const featureImports = imports.filter(
  ({ from, to }) =>
    layerOf(from) !== 'composition root' && featureOf(to) !== undefined && featureOf(from) !== featureOf(to),
);

const isPrivate = ({ to }: Import) => to.split('/')[2] !== 'public';

/** Imports of a feature's private files from outside of it. */
export const privateImports = featureImports.filter(isPrivate);

/** The same for tests inside features. */
export const privateTestImports = sourceFiles
  .filter((file) => isTest(file) && featureOf(file) !== undefined)
  .flatMap(importsOf)
  .filter(({ from, to }) => featureOf(to) !== undefined && featureOf(from) !== featureOf(to))
  .filter(isPrivate);

/** Import cycles, each as the names along it. By default, these are features. */
export function findCircles(
  belongsTo: (file: string) => string | undefined = featureOf,
  among: Import[] = imports,
): string[][] {
  const edges = new Map<string, Set<string>>();
  for (const { from, to } of among) {
    const [importer, imported] = [belongsTo(from), belongsTo(to)];
    if (importer && imported && importer !== imported)
      edges.set(importer, (edges.get(importer) ?? new Set()).add(imported));
  }
  const circles: string[][] = [];
  const done = new Set<string>();
  const visit = (name: string, path: string[]) => {
    if (path.includes(name)) circles.push([...path.slice(path.indexOf(name)), name]);
    else if (!done.has(name)) {
      for (const next of edges.get(name) ?? []) visit(next, [...path, name]);
      done.add(name);
    }
  };
  for (const name of edges.keys()) visit(name, []);
  return circles;
}
