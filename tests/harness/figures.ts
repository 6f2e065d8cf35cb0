// Prints the figures that the layout test limits, and totals.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  featureImports,
  findCircles,
  imports,
  isTest,
  privateImports,
  readSource,
  sourceFiles,
  upwardImports,
} from './import-graph.ts';

const longLines = 400;
const tests = new URL('../', import.meta.url).pathname;
const testFiles = readdirSync(tests, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /\.tsx?$/.test(file),
);
/** Comments and code that switch off a check. The import rules can't be switched off. */
const suppression =
  /biome-ignore|@ts-(ignore|nocheck)|\bas any\b|\.(skip|todo|only)\(|cspell:(disable|ignore)/g;
const isGenerated = (path: string) =>
  path === 'src/platform/database/database.types.ts' || path.endsWith('/words/messages.ts');
const countLines = (text: string) => text.trimEnd().split('\n').length;

const files = [
  ...sourceFiles.map((file) => ({ path: `src/${file}`, text: readSource(file), isTest: isTest(file) })),
  ...testFiles.map((file) => ({
    path: `tests/${file}`,
    text: readFileSync(join(tests, file), 'utf8'),
    isTest: true,
  })),
].filter(({ path }) => !isGenerated(path) && path !== 'tests/harness/figures.ts');
const linesOf = (isTest: boolean) =>
  files.filter((file) => file.isTest === isTest).reduce((sum, { text }) => sum + countLines(text), 0);
const product = linesOf(false);
const test = linesOf(true);
const long = files.filter(({ text }) => countLines(text) > longLines);
const suppressions = files.reduce((sum, { text }) => sum + (text.match(suppression)?.length ?? 0), 0);

const figures: [string, string | number][] = [
  ['imports between files of src/', imports.length],
  ['imports between features', featureImports.length],
  ['  past their public files (no list of exceptions)', privateImports.length],
  ['imports up the drawing', upwardImports.length],
  ['circles of features', findCircles().length],
  ['checks switched off for a line, with a reason', suppressions],
  [`files over ${longLines} lines`, long.length],
  ['lines of product', product],
  ['lines of tests', test],
  ['lines of tests for a line of product', (test / product).toFixed(2)],
];
for (const [name, value] of figures) process.stdout.write(`${name.padEnd(52)}${value}\n`);
for (const { path, text } of long) process.stdout.write(`  ${path}: ${countLines(text)}\n`);
