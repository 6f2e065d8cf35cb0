import { setImmediate } from 'node:timers/promises';
import { importLimits } from '#constants';
import { messageOf } from '#platform/error-message.ts';
import { partsOfJson } from './file-parts.server.ts';
import { ImportError } from './import-error.ts';
import * as m from './words/messages.ts';

/** The value of a JSON file. @throws ImportError with the line of the first mistake, or if it has too many parts */
export async function readJsonValue(bytes: Buffer): Promise<unknown> {
  const { count, depth } = partsOfJson(bytes);
  if (depth > importLimits.jsonDepth) throw new ImportError(m.json_depth());
  if (count > importLimits.jsonParts) throw new ImportError(m.json_parts());
  const text = decode(bytes);
  const problem = problemOf(text);
  if (problem === undefined) return JSON.parse(text);
  const place = placeIn(problem) ?? (await placeOfMissingValue(text));
  if (place >= text.length) throw new ImportError(m.json_ends_early());
  throw new ImportError(m.json_mistake({ line: text.slice(0, place).split('\n').length }));
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ImportError(m.json_not_utf8());
  }
}

/** What the parser says about a text that isn't JSON. */
function problemOf(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

/** The position in the parser's message, which has none if a value is missing. */
const placeIn = (problem: string) => {
  const [, place] = /at position (\d+)/.exec(problem) ?? [];
  return place === undefined ? undefined : Number(place);
};

/** Finds the longest beginning of the text that only ends too early. */
async function placeOfMissingValue(text: string): Promise<number> {
  let [fine, wrong] = [0, text.length + 1];
  while (wrong - fine > 1) {
    const middle = Math.floor((fine + wrong) / 2);
    const problem = problemOf(text.slice(0, middle));
    const isFine =
      problem === undefined || placeIn(problem) !== undefined || problem.startsWith('Unexpected end');
    if (isFine) fine = middle;
    else wrong = middle;
    await setImmediate();
  }
  return fine;
}
