import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, extname, join, relative } from 'node:path';
import { parse as parseYaml } from 'yaml';
import type { ZodType } from 'zod';
import { limits } from '#constants';
import { slugify } from '#library/catalog/public/slugs.ts';
import { readCsv } from './csv-source.server.ts';
import { ImportError } from './import-error.ts';
import {
  type PlaybookRecord,
  type PromptRecord,
  playbookRecord,
  promptRecord,
  reasonOf,
  type Source,
} from './records.ts';

/**
 * Reads what is to be imported: a `.csv` or `.json` file, or a folder of prompts as markdown with YAML front matter
 * and playbooks as YAML. Rows that do not fit are listed as refused.
 * @throws ImportError where there is nothing that could be read.
 */
export async function readSource(path: string): Promise<Source> {
  const found = await stat(path).catch(() => undefined);
  if (!found) throw new ImportError(`There is no file or folder ${path}.`);
  if (found.isDirectory()) return readFolder(path);
  if (found.size > limits.importBytes) {
    throw new ImportError(
      `The file has ${megabytes(found.size)} MB; at most ${megabytes(limits.importBytes)} MB are taken at once. Split it into smaller files.`,
    );
  }
  const kind = extname(path).toLowerCase();
  if (kind === '.csv') return readCsv(await readFile(path));
  if (kind === '.json') return readJson(await readFile(path));
  throw new ImportError(`${basename(path)} is neither a .csv nor a .json file nor a folder.`);
}

const megabytes = (bytes: number) => Math.round(bytes / 1_000_000);

/** A list of prompts, or an object with `prompts` and `playbooks`, as the export writes it. */
function readJson(bytes: Buffer): Source {
  let content: unknown;
  try {
    content = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    throw new ImportError(`This is not a JSON file that can be read: ${(error as Error).message}`);
  }
  const lists = (Array.isArray(content) ? { prompts: content } : content) as Record<string, unknown> | null;
  const { prompts = [], playbooks = [] } = lists ?? {};
  if (!Array.isArray(prompts) || !Array.isArray(playbooks) || prompts.length + playbooks.length === 0) {
    throw new ImportError('The file has no list of prompts, and no object with "prompts" or "playbooks".');
  }
  const source: Source = { rows: [], refused: [] };
  for (const [index, value] of prompts.entries()) addPrompt(source, `prompts[${index}]`, value);
  for (const [index, value] of playbooks.entries()) addPlaybook(source, `playbooks[${index}]`, value);
  return source;
}

async function readFolder(folder: string): Promise<Source> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && /\.(md|markdown|ya?ml)$/i.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const source: Source = { rows: [], refused: [] };
  let bytes = 0;
  for (const file of files) {
    const place = relative(folder, file);
    const content = await readFile(file);
    bytes += content.length;
    if (bytes > limits.importBytes)
      throw new ImportError(`The folder has more than ${megabytes(limits.importBytes)} MB.`);
    try {
      const text = new TextDecoder('utf-8', { fatal: true }).decode(content);
      const slug = slugify(basename(file, extname(file)));
      if (/\.ya?ml$/i.test(file)) {
        const value: unknown = parseYaml(text);
        // Other YAML files may lie beside the playbooks.
        if (isObject(value) && 'steps' in value) addPlaybook(source, place, { slug, ...value });
      } else {
        addPrompt(source, place, { slug, ...readMarkdown(text) });
      }
    } catch (error) {
      const isEncoding = error instanceof TypeError;
      source.refused.push({ place, reason: isEncoding ? 'is not valid UTF-8' : (error as Error).message });
    }
  }
  if (source.rows.length + source.refused.length === 0) {
    throw new ImportError(`${folder} has no markdown files with prompts.`);
  }
  return source;
}

/** Front matter between two lines of `---`, then the prompt as it stands. */
function readMarkdown(text: string): Record<string, unknown> {
  const match = /^---\r?\n([\s\S]*?)\r?\n---\r?\n?/.exec(text);
  const head: unknown = match ? parseYaml(match[1] ?? '') : {};
  if (!isObject(head)) throw new Error('the front matter is not a list of names and values');
  return { ...head, prompt_body: text.slice(match?.[0].length ?? 0).trim() };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function addPrompt(source: Source, place: string, value: unknown) {
  const record = check(source, place, promptRecord, value) as PromptRecord | undefined;
  if (!record) return;
  const key = record.slug
    ? `slug:${record.slug}`
    : `title:${record.title ?? record.prompt_body.slice(0, 500)}`;
  source.rows.push({ kind: 'prompt', place, key, record });
}

function addPlaybook(source: Source, place: string, value: unknown) {
  const record = check(source, place, playbookRecord, value) as PlaybookRecord | undefined;
  if (!record) return;
  source.rows.push({ kind: 'playbook', place, key: `slug:${record.slug ?? slugify(record.title)}`, record });
}

function check(source: Source, place: string, schema: ZodType, value: unknown): unknown {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  source.refused.push({ place, reason: reasonOf(result.error) });
  return undefined;
}
