import { CST, isCollection, isScalar, Lexer, LineCounter, parseDocument, visit } from 'yaml';
import { importLimits } from '#constants';
import { formatNumber } from '#ui/format.ts';
import { ImportError } from './import-error.ts';
import * as m from './words/messages.ts';

/**
 * The value of a YAML document. Its size is bounded, because nobody else is answered while it is parsed. The library's own check of names,
 * and its messages with lines of the text, would take time with the square of the length.
 * @throws ImportError with the first mistake and its place, or if the text is too long or has too many parts
 */
export function readYaml(text: string): unknown {
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
  const refuse = (problem: string, offset: number): never => {
    const { line, col } = lineCounter.linePos(offset);
    throw new ImportError(`${problem} at line ${line}, column ${col}`);
  };
  const [error] = parsed.errors;
  if (error) refuse(error.message, error.pos[0]);
  visit(parsed, {
    Map(_key, { items }) {
      const known = new Set<unknown>();
      for (const { key } of items) {
        const name = isScalar(key) ? key.value : key;
        if (known.has(name)) refuse('Map keys must be unique', isScalar(key) ? (key.range?.[0] ?? 0) : 0);
        known.add(name);
      }
    },
    Alias(_key, { source, range }, path) {
      if (path.some((part) => isCollection(part) && part.anchor === source))
        refuse('A part cannot contain itself', range?.[0] ?? 0);
    },
  });
  return parsed.toJS();
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
