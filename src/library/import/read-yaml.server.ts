import {
  CST,
  isCollection,
  isScalar,
  Lexer,
  LineCounter,
  parseDocument,
  visit,
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
 * @throws ImportError with the first mistake and its line, or if the text is too long or has too many parts
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
  visit(parsed, {
    Map(_key, { items }) {
      const known = new Set<unknown>();
      for (const { key } of items) {
        const name = isScalar(key) ? key.value : key;
        if (known.has(name))
          refuse(
            (line) => m.yaml_name_twice({ line, name: sampleOf(name) }),
            isScalar(key) ? key.range?.[0] : 0,
          );
        known.add(name);
      }
    },
    Alias(_key, alias, path) {
      const { source, range } = alias;
      if (path.some((part) => isCollection(part) && part.anchor === source))
        refuse((line) => m.yaml_circle({ line }), range?.[0]);
      if (!alias.resolve(parsed)) refuse(unreadable, range?.[0]);
    },
  });
  return parsed.toJS();
}

/** Words for a mistake in a line. */
type Problem = (line: number) => string;

const unreadable: Problem = (line) => m.yaml_unreadable({ line });

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
