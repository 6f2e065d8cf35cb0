import { isUtf8 } from 'node:buffer';
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, extname, join, relative } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { z } from 'zod';
import { limits } from '#constants';
import { slugify } from '#library/catalog/public/slugs.ts';
import { messageOf } from '#platform/error-message.ts';
import { whyUnreadable } from '#platform/unreadable-file.server.ts';
import { readCsv } from './csv-source.server.ts';
import { pauseAfter } from './file-parts.server.ts';
import { assertRows, ImportError } from './import-error.ts';
import { chosenField } from './import-fields.ts';
import { readJsonValue } from './read-json.server.ts';
import { readYaml } from './read-yaml.server.ts';
import {
  listFields,
  type Mapping,
  playbookRecord,
  promptFieldNames,
  promptRecord,
  type Source,
  type SourceRow,
  sampleOf,
  splitList,
} from './records.ts';
import { refusalOf } from './refusals.ts';
import { type FileNames, type NamedRow, namesOfFile, withKeys } from './source-keys.server.ts';
import { unzip } from './unzip.server.ts';
import * as m from './words/messages.ts';

export type SourceKind = 'csv' | 'json' | 'zip';

/**
 * Reads an import source: a `.csv` or `.json` file, or a folder with prompts as Markdown with YAML front matter and playbooks
 * as YAML, which can be zipped. Invalid rows are listed as refused.
 * @throws ImportError if the source as a whole can't be read
 */
export async function readSource(path: string): Promise<Source> {
  const refuse = (error: NodeJS.ErrnoException): never => {
    const isMissing = error.code === 'ENOENT';
    throw new ImportError(isMissing ? `File or folder not found: ${path}` : whyUnreadable(path, error));
  };
  const file = await stat(path).catch(refuse);
  if (file.isDirectory()) return readFolder(path);
  if (file.size > limits.importBytes) {
    throw new ImportError(
      `The file has ${megabytes(file.size)} MB; the maximum is ${megabytes(limits.importBytes)} MB. Split it into smaller files.`,
    );
  }
  const kind = sourceKindOf(path);
  if (!kind) throw new ImportError(`${basename(path)} is not a .csv, .json or .zip file or a folder.`);
  return readBytes(kind, await readFile(path).catch(refuse));
}

/** File kind by extension. */
export function sourceKindOf(name: string): SourceKind | undefined {
  const end = extname(name).toLowerCase();
  return end === '.csv' ? 'csv' : end === '.json' ? 'json' : end === '.zip' ? 'zip' : undefined;
}

/** Like `readSource`, for the contents of a file. @throws ImportError also for more than `maxRows` rows */
export async function readBytes(
  kind: SourceKind,
  bytes: Buffer,
  mapping: Mapping = {},
  maxRows = Number.POSITIVE_INFINITY,
): Promise<Source> {
  if (kind === 'csv') return readCsv(bytes, mapping, maxRows);
  if (kind === 'json') return readJson(bytes, mapping, maxRows);
  return readDocuments(m.archive(), await unzip(bytes), mapping);
}

/** A source whose rows don't have keys yet. */
type Named = Omit<Source, 'rows'> & { rows: NamedRow[] };

const megabytes = (bytes: number) => Math.round(bytes / 1_000_000);

/** Reads a list of prompts, or an object with `prompts` and `playbooks` as written by the export. */
async function readJson(bytes: Buffer, mapping: Mapping, maxRows: number): Promise<Source> {
  const content = await readJsonValue(bytes);
  const lists = (Array.isArray(content) ? { prompts: content } : content) as Record<string, unknown> | null;
  const { prompts = [], playbooks = [] } = lists ?? {};
  if (!Array.isArray(prompts) || !Array.isArray(playbooks) || prompts.length + playbooks.length === 0) {
    throw new ImportError(m.json_neither());
  }
  assertRows(prompts.length + playbooks.length, maxRows);
  const source: Named = { rows: [], refused: [], columns: [] };
  for (const [index, value] of prompts.entries()) {
    addPrompt(source, `prompts[${index}]`, isObject(value) ? renamed(source, value, mapping) : value);
    await pauseAfter(index);
  }
  for (const [index, value] of playbooks.entries()) {
    addPlaybook(source, `playbooks[${index}]`, value);
    await pauseAfter(index);
  }
  return { ...source, rows: withKeys(source.rows) };
}

async function readFolder(folder: string): Promise<Source> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && isDocument(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const documents: Document[] = [];
  let bytes = 0;
  for (const file of files) {
    const content = await readFile(file);
    bytes += content.length;
    if (bytes > limits.importBytes)
      throw new ImportError(`The folder has more than ${megabytes(limits.importBytes)} MB.`);
    documents.push({ place: relative(folder, file), content });
  }
  return readDocuments(folder, documents, {});
}

type Document = { place: string; content: Uint8Array };

const isDocument = (name: string) => /\.(md|markdown|ya?ml)$/i.test(name);

async function readDocuments(name: string, documents: Document[], mapping: Mapping): Promise<Source> {
  const source: Named = { rows: [], refused: [], columns: [] };
  for (const { place, content } of documents) {
    if (!isDocument(place)) continue;
    // Each of them can take a moment.
    await setImmediate();
    if (!isUtf8(content)) {
      source.refused.push({ place, reason: m.row_not_utf8() });
      continue;
    }
    try {
      const text = new TextDecoder().decode(content);
      if (/\.ya?ml$/i.test(place)) {
        const value = readYaml(text);
        // The folder may contain other YAML files.
        if (isObject(value) && 'steps' in value)
          addPlaybook(source, place, value, namesOfFile(place, value.name));
      } else {
        const { prompt_body, ...frontMatter } = readMarkdown(text);
        const value = { ...renamed(source, frontMatter, mapping), prompt_body };
        addPrompt(source, place, value, namesOfFile(place, frontMatter.name));
      }
    } catch (error) {
      source.refused.push({ place, reason: messageOf(error) });
    }
  }
  if (source.rows.length + source.refused.length === 0) {
    throw new ImportError(m.no_documents({ name }));
  }
  return { ...source, rows: withKeys(source.rows) };
}

/** Reads front matter between two lines of `---`, an optional empty line, then the prompt as it is and a final line end. */
function readMarkdown(text: string): Record<string, unknown> {
  const match = /^---[ \t]*(\r?\n)((?:[\s\S]*?\n)?)---[ \t]*(?:\r?\n|$)/.exec(text);
  if (!match) return { prompt_body: text.trim() };
  const [head, lineEnd = '', yaml = ''] = match;
  const frontMatter = readYaml(yaml, { firstLine: 2 }) ?? {};
  if (!isObject(frontMatter)) throw new ImportError(m.front_matter_not_names());
  const rest = text.slice(head.length);
  const start = rest.startsWith(lineEnd) ? lineEnd.length : 0;
  const end = rest.endsWith(lineEnd) ? -lineEnd.length : undefined;
  return { ...frontMatter, prompt_body: rest.slice(start, end) };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Renames the source's names to our fields, and records the names in `source`. */
function renamed(source: Named, value: Record<string, unknown>, mapping: Mapping): Record<string, unknown> {
  const known: readonly string[] = promptFieldNames;
  return Object.fromEntries(
    Object.entries(value).map(([name, content]) => {
      const field = chosenField(mapping, name) ?? name;
      if (
        source.columns.length < limits.importColumns &&
        !source.columns.some((column) => column.name === name)
      )
        source.columns.push({ name, sample: sampleOf(content), field: known.includes(field) ? field : '' });
      return [field || ` ${name}`, content];
    }),
  );
}

/** For these fields, null means that there is none. For others it means no value, like an empty property in front matter. */
const namesOfNull = ['preview_image_url', 'image_url', 'publish_at'];
/** A number in these fields is a text that YAML read as a number, such as a year. */
const namesOfText = ['title', 'description', 'category', ...listFields];
const asText = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(asText) : typeof value === 'number' ? String(value) : value;

/** Normalizes a source's values down to the prompts of a playbook's steps, but no deeper than `levels`. */
function normalized(value: unknown, levels = 5): unknown {
  if (levels === 0) return value;
  if (Array.isArray(value)) return value.map((part) => normalized(part, levels - 1));
  if (!isObject(value)) return value;
  const said = Object.entries(value).filter(([name, part]) => part !== null || namesOfNull.includes(name));
  return Object.fromEntries(
    said.map(([name, part]) => {
      if (!namesOfText.includes(name)) return [name, normalized(part, levels - 1)];
      const text = asText(part);
      if (name === 'category' && Array.isArray(text)) return [name, text.join(', ')];
      return [name, listFields.includes(name) && typeof text === 'string' ? splitList(text, ',') : text];
    }),
  );
}

function addPrompt(source: Named, place: string, said: unknown, file?: FileNames) {
  const given = normalized(said);
  const value = withSlug(given, file);
  const record = validate(source, 'prompt', place, promptRecord, value);
  if (!record) return;
  // If the cut splits a character, replace the half as PostgreSQL always has, so that keys stay the same.
  const title = titleGiven(given) ?? record.prompt_body.slice(0, 500).toWellFormed();
  const isTypeUnknown = isObject(value) && !value.prompt_type;
  source.rows.push({
    kind: 'prompt',
    place,
    record,
    given: Object.keys(value as object),
    ...(isTypeUnknown && { isTypeUnknown }),
    names: { slug: slugGiven(given, record), title, ...(file && { file }) },
  });
}

function addPlaybook(source: Named, place: string, said: unknown, file?: FileNames) {
  const given = normalized(said);
  const value = withSlug(given, file);
  const record = validate(source, 'playbook', place, playbookRecord, value);
  if (!record) return;
  source.rows.push({
    kind: 'playbook',
    place,
    record,
    given: Object.keys(value as object),
    names: {
      slug: slugGiven(given, record),
      title: titleGiven(given) ?? record.title,
      ...(file && { file }),
    },
  });
}

/** Adds the slug for a new item: the given one, or one made from the file's name. */
function withSlug(given: unknown, file: FileNames | undefined): unknown {
  const slug = file?.name && slugify(file.name, '');
  return slug && isObject(given) ? { slug, ...given } : given;
}

/** The slug that the source states, as opposed to one derived from a name. */
const slugGiven = (given: unknown, record: { slug?: string | undefined }) =>
  isObject(given) && 'slug' in given ? record.slug : undefined;

/** The title as the source spells it, because it permanently identifies the row. */
const titleGiven = (given: unknown) =>
  isObject(given) && typeof given.title === 'string' ? given.title.trim() : undefined;

function validate<Schema extends z.ZodType>(
  source: Named,
  kind: SourceRow['kind'],
  place: string,
  schema: Schema,
  value: unknown,
): z.output<Schema> | undefined {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  source.refused.push(refusalOf(kind, place, result.error, value));
  return undefined;
}
