import {
  CST,
  isAlias,
  isCollection,
  isMap,
  isNode,
  isPair,
  isScalar,
  Lexer,
  LineCounter,
  parseDocument,
  type YAMLMap,
  type YAMLParseError,
} from 'yaml';
import { importLimits } from '#constants';
import { formatNumber } from '#ui/format.ts';
import { ImportError } from './import-error.ts';
import { sampleOf } from './records.ts';
import * as m from './words/messages.ts';

/**
 * The value of a YAML document. Its size is bounded, because nobody else is answered while it is parsed. The library's own check of names,
 * and its messages with lines of the text, would take time with the square of the length.
 * @param firstLine the number of the text's first line in its file
 * @throws ImportError with the first mistake and its line, or if the text is too long, has too many parts or repeats too much by reference
 */
export function readYaml(text: string, { firstLine = 1 } = {}): unknown {
  if (text.length > importLimits.yamlCharacters)
    throw new ImportError(m.yaml_too_long({ count: formatNumber(importLimits.yamlCharacters) }));
  assertFewParts(text);
  const lineCounter = new LineCounter();
  const parsed = parseDocument(text, {
    lineCounter,
    prettyErrors: false,
    uniqueKeys: false,
    logLevel: 'silent',
  });
  const refuse = (problem: Problem, offset = 0): never => {
    throw new ImportError(problem(lineCounter.linePos(offset).line + firstLine - 1));
  };
  const [error] = parsed.errors;
  if (error) refuse(problemOf(error), error.pos[0]);
  // By anchor: the size with all references written out; null while the part isn't over.
  const sizes = new Map<string, number | null>();
  const sizeOf = (node: unknown): number => {
    if (isAlias(node)) {
      const size = sizes.get(node.source);
      return size ?? refuse(size === null ? circle : unreadable, node.range?.[0]);
    }
    const anchor = isNode(node) ? node.anchor : undefined;
    if (anchor !== undefined) sizes.set(anchor, null);
    let size = 1;
    if (isScalar(node)) size += String(node.value).length;
    else if (isPair(node)) size += sizeOf(node.key) + sizeOf(node.value);
    else if (isCollection(node)) {
      if (isMap(node)) assertNamesOnce(node, refuse);
      for (const item of node.items) size += sizeOf(item);
    }
    if (anchor !== undefined) sizes.set(anchor, size);
    return size;
  };
  if (sizeOf(parsed.contents) > importLimits.fileBytes)
    throw new ImportError(m.yaml_repeats_too_much({ count: formatNumber(importLimits.fileBytes) }));
  // The library's own bound also refuses a short text that is used a hundred times.
  return parsed.toJS({ maxAliasCount: -1 });
}

function assertNamesOnce({ items }: YAMLMap, refuse: (problem: Problem, offset?: number) => never) {
  const known = new Set<unknown>();
  for (const { key } of items) {
    const name = isScalar(key) ? key.value : key;
    if (known.has(name))
      refuse((line) => m.yaml_name_twice({ line, name: sampleOf(name) }), isScalar(key) ? key.range?.[0] : 0);
    known.add(name);
  }
}

/** Words for a mistake in a line. */
type Problem = (line: number) => string;

const unreadable: Problem = (line) => m.yaml_unreadable({ line });
const circle: Problem = (line) => m.yaml_circle({ line });

function problemOf({ code, message }: YAMLParseError): Problem {
  // A list that isn't closed also counts as badly indented.
  if (/^Missing closing| end with a/.test(message)) return (line) => m.yaml_open({ line });
  if (code === 'BAD_INDENT' || code === 'TAB_AS_INDENT') return (line) => m.yaml_indentation({ line });
  return unreadable;
}

/** Splitting the text into its parts takes a tenth of the time of parsing it. @throws ImportError */
function assertFewParts(text: string) {
  const { yamlParts, yamlReferences } = importLimits;
  let parts = 0;
  let references = 0;
  let before = '';
  for (const part of new Lexer().lex(text)) {
    parts += 1;
    // `*name` and `%TAG`. A text that begins like one follows a mark.
    if (before !== CST.SCALAR && /^[*%]/.test(part)) references += 1;
    if (parts > yamlParts || references > yamlReferences)
      throw new ImportError(
        m.yaml_too_many_parts({
          parts: formatNumber(yamlParts),
          references: formatNumber(yamlReferences),
        }),
      );
    before = part;
  }
}
