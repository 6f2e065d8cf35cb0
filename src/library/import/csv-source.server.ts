import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { type CsvError, parse } from 'csv-parse';
import { importLimits, limits } from '#constants';
import { cutText } from '#platform/text/cut-text.ts';
import { inSlices, pauseAfter } from './file-parts.server.ts';
import { assertRows, ImportError } from './import-error.ts';
import { chosenField } from './import-fields.ts';
import {
  listFields,
  type Mapping,
  type PromptRecord,
  promptFieldNames,
  promptRecord,
  type Refusal,
  type RowKeys,
  type Source,
  type SourceRow,
  sampleOf,
  splitList,
} from './records.ts';
import { fieldLabel, refusalOf } from './refusals.ts';
import * as m from './words/messages.ts';

type Row = { values: (string | undefined)[]; place: string };

/** Maps column names of other catalogs to ours. */
const aliases: Record<string, string> = { act: 'title', prompt: 'prompt_body', type: 'prompt_type' };

/** Maps prompt types of other catalogs to ours. */
const typeAliases: Record<string, string> = { STRUCTURED: 'Text', CODE: 'Text', WORKFLOW: 'Agent' };

/**
 * Reads a CSV file whose header has `act`, `prompt`, `type`, `for_devs`, `contributor`, or the product's own column names.
 * Invalid records are refused with their line number.
 * @throws ImportError if the file is not CSV, has no column with the prompts or two for one field, or more than `maxRows` rows.
 */
export async function readCsv(bytes: Buffer, mapping: Mapping, maxRows: number): Promise<Source> {
  const { parsed, refused } = await parseRecords(bytes, maxRows);
  const header = parsed.shift()?.values.map((name) => name?.trim() ?? '') ?? [];
  const ownColumns = header.map((name) => chosenField(aliases, name.toLowerCase()) ?? name.toLowerCase());
  const columns = header.map((name, index) => chosenField(mapping, name) ?? ownColumns[index] ?? '');
  const described = header.map((name, index) => ({
    name,
    sample: sampleOf(parsed.find(({ values }) => values[index])?.values[index] ?? ''),
    field: promptFieldNames.find((field) => field === columns[index]) ?? '',
  }));
  if (!columns.includes('prompt_body')) {
    throw new ImportError(
      // The error carries the columns, so that the importer can choose the right one.
      m.csv_no_prompt({ columns: cutText(header.join(', '), 200) || m.csv_none() }),
      described,
    );
  }

  const filling = described.filter(({ field }) => field !== '');
  for (const [index, { name, field }] of filling.entries()) {
    const other = filling.slice(0, index).find((earlier) => earlier.field === field);
    if (!other) continue;
    const isSameName = other.name.toLowerCase() === name.toLowerCase();
    const [column, first] = [sampleOf(name), sampleOf(other.name)];
    throw new ImportError(
      isSameName
        ? m.csv_column_twice({ column })
        : m.csv_field_twice({ first, second: column, field: fieldLabel('prompt', [field]) }),
      described,
    );
  }

  const rows: SourceRow[] = [];
  const toRow = rowReader({ header, columns, ownColumns });
  for (const [index, row] of parsed.entries()) {
    await pauseAfter(index);
    const read = toRow(row);
    if ('reason' in read) refused.push(read);
    else rows.push(read);
  }
  return { rows: withoutForeignKeys(rows), refused, columns: described };
}

/** The earlier key of a row can be the current one of another row, whose item it would take. */
function withoutForeignKeys(rows: SourceRow[]): SourceRow[] {
  const keys = new Set(rows.map(({ key }) => key));
  return rows.map(({ also, ...row }) => (also === undefined || keys.has(also) ? row : { ...row, also }));
}

/** The records of a file, its header among them. @throws ImportError */
async function parseRecords(bytes: Buffer, maxRows: number): Promise<{ parsed: Row[]; refused: Refusal[] }> {
  const refused: Refusal[] = [];
  const parsed: Row[] = [];
  try {
    const content = withoutSeparatorLine(toUtf8(bytes));
    const parser = parse({
      ...layoutOf(content),
      encoding: null,
      skip_empty_lines: true,
      relax_quotes: true,
      skip_records_with_error: true,
      on_skip(error) {
        const place = placeOf(error);
        if (refused.at(-1)?.place !== place) refused.push({ place, reason: explain(error) });
        assertRows(refused.length, maxRows);
      },
      // Stop at an oversized record before all its fields are in memory.
      cast(field, { index }) {
        if (index > importLimits.commas)
          throw new ImportError(m.csv_columns({ count: limits.importColumns }));
        return field;
      },
      // Convert records one by one: a buffer for each field of the file would take many times its size.
      on_record(given: unknown, { lines }) {
        const record = given as Buffer[];
        if (record.length > limits.importColumns)
          throw new ImportError(m.csv_columns({ count: limits.importColumns }));
        parsed.push({ values: record.map(decode), place: `line ${lines - lineBreaksIn(record)}` });
        assertRows(parsed.length - 1, maxRows);
        return null;
      },
    });
    await pipeline(inSlices(content), parser);
  } catch (error) {
    if (error instanceof ImportError) throw error;
    throw new ImportError(m.csv_unreadable());
  }
  return { parsed, refused };
}

/** The columns of a file: their names in its header, and the fields that they fill, also without the importer's choices. */
type Columns = { header: string[]; columns: string[]; ownColumns: string[] };

/** Turns the records below a header into prompts, or says why not. Call it for each record in turn, because it numbers equal titles. */
function rowReader({ header, columns, ownColumns }: Columns): (row: Row) => SourceRow | Refusal {
  const keysOf = rowKeys(ownColumns.includes('title'));
  return ({ values, place }) => {
    const damaged = values.indexOf(undefined);
    if (damaged >= 0) {
      const label = fieldLabel('prompt', [columns[damaged] || sampleOf(header[damaged])]);
      return { place, reason: `${label}: ${m.row_not_utf8()}` };
    }
    const fields = fieldsOf(columns, values);
    const said = fieldsToRecord(fields);
    const result = promptRecord.safeParse(said);
    if (!result.success) return refusalOf('prompt', place, result.error, said);
    const { data: record } = result;
    const { key, ...otherKeys } = keysOf({ fields, own: fieldsOf(ownColumns, values), record });
    return {
      kind: 'prompt',
      place,
      ...(record.slug ? { key: `slug:${record.slug}` } : { key, ...otherKeys }),
      given: Object.keys(said),
      record,
      ...(isTypeUnknown(fields, header, columns) && { isTypeUnknown: true }),
    };
  };
}

function fieldsOf(columns: string[], values: Row['values']): Record<string, string> {
  const filled = new Map<string, string>();
  for (const [index, name] of columns.entries()) filled.set(name, values[index] || filled.get(name) || '');
  return Object.fromEntries(filled);
}

type Identified = {
  fields: Record<string, string>;
  /** Without the importer's choices, which may differ the next time. */
  own: Record<string, string>;
  record: PromptRecord;
};

/**
 * Identifies rows by the title and the contributor in the file. Without a title, the beginning of the text tells the rows of different
 * files apart. Earlier releases took both from the columns as they were mapped, and rows without a title only by their number.
 */
function rowKeys(hasOwnTitle: boolean) {
  const [ownKey, mappedKey, keyWithoutContributor] = [csvKeys(), csvKeys(), csvKeys()];
  return ({ fields, own, record }: Identified): RowKeys => {
    const text = record.prompt_body.slice(0, 500);
    const titleOr = (title = '') => (title.trim() ? title : text);
    const title = titleOr(hasOwnTitle ? own.title : fields.title);
    const key = ownKey(title, own.contributor);
    const also = mappedKey(titleOr(fields.title), fields.contributor);
    const isUntitled = !fields.title?.trim();
    const former = isUntitled ? mappedKey(fields.title, fields.contributor) : keyWithoutContributor(title);
    return {
      key,
      ...(also !== key && { also }),
      ...(former !== key &&
        former !== also && { former: { key: former, slug: undefined, isByTitle: false } }),
    };
  };
}

/** Numbers rows of the same title and contributor. */
function csvKeys() {
  const occurrences = new Map<string, number>();
  return (title = '', contributor = '') => {
    const name = `${title}\0${contributor}`;
    const occurrence = (occurrences.get(name) ?? 0) + 1;
    occurrences.set(name, occurrence);
    return `csv:${createHash('sha256').update(`${name}\0${occurrence}`).digest('base64url')}`;
  };
}

/** Other catalogs often file prompts for images and videos under TEXT, so their type isn't trusted; our own column is. */
const isTypeUnknown = (fields: Record<string, string>, header: string[], columns: string[]) =>
  !fields.prompt_type ||
  (header[columns.indexOf('prompt_type')]?.toLowerCase() !== 'prompt_type' &&
    /^(?:text|structured)$/i.test(fields.prompt_type.trim()));

/** Looks at the first line, outside of quotes: the delimiter (the most frequent candidate), and whether spaces follow it. */
function layoutOf(bytes: Buffer) {
  const names = bytes
    .subarray(0, 100_000)
    .toString('latin1')
    .replaceAll(/"[^"]*"/g, '""');
  const line = /[^\r\n]+/.exec(names)?.[0] ?? '';
  const count = (sign: string) => line.split(sign).length;
  const delimiter = [';', '\t'].reduce((best, sign) => (count(sign) > count(best) ? sign : best), ',');
  // cspell:ignore ltrim
  return { delimiter, ltrim: line.includes(`${delimiter} `) };
}

/** Removes the byte order mark. It also identifies UTF-16, which spreadsheets save as "Unicode text". */
function toUtf8(bytes: Buffer): Buffer {
  const startsWith = (...mark: number[]) => bytes.subarray(0, mark.length).equals(Buffer.from(mark));
  if (startsWith(0xef, 0xbb, 0xbf)) return bytes.subarray(3);
  if (startsWith(0xff, 0xfe)) return Buffer.from(new TextDecoder('utf-16le').decode(bytes));
  if (startsWith(0xfe, 0xff)) return Buffer.from(new TextDecoder('utf-16be').decode(bytes));
  return bytes;
}

/** "sep=;" tells spreadsheets the delimiter. Its line break stays, so that line numbers remain correct. */
const withoutSeparatorLine = (bytes: Buffer) =>
  /^sep=.[\r\n]/i.test(bytes.subarray(0, 6).toString('latin1')) ? bytes.subarray(5) : bytes;

const lineBreaksIn = (fields: Buffer[]) =>
  fields.reduce((sum, field) => sum + field.filter((byte) => byte === 0x0a).length, 0);

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
/** The exact text of a field; undefined if it isn't valid UTF-8. */
function decode(bytes: Buffer): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

/** Converts the text of a CSV row. Empty fields count as missing. */
function fieldsToRecord(fields: Record<string, string>): Record<string, unknown> {
  const present = Object.entries(fields).filter(([name, value]) => value !== '' || name === 'prompt_body');
  const record: Record<string, unknown> = Object.fromEntries(present);
  for (const name of listFields) {
    const list = record[name];
    if (typeof list === 'string') record[name] = splitList(list, /[,;|]/);
  }
  if (typeof record.blanks === 'string') record.blanks = readJsonList(record.blanks);
  if (typeof record.tier_access === 'string') record.tier_access = Number(record.tier_access);
  if (typeof record.prompt_type === 'string')
    record.prompt_type = typeAliases[record.prompt_type.trim().toUpperCase()] ?? record.prompt_type;
  if (/^true$/i.test(fields.for_devs ?? '')) record.category ??= 'Development';
  return record;
}

/** Invalid JSON stays text, which the validation then refuses. */
function readJsonList(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const placeOf = (error: CsvError | undefined) => `line ${String(error?.lines ?? '?')}`;
function explain(error: CsvError | undefined): string {
  if (error?.code === 'CSV_RECORD_INCONSISTENT_FIELDS_LENGTH') return m.csv_fields();
  if (error?.code === 'CSV_QUOTE_NOT_CLOSED') return m.csv_quote();
  return m.row_unreadable();
}
