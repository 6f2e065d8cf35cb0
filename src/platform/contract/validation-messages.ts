import { z } from 'zod';
import { intlLocale } from '../language/locale.ts';
import * as m from '../words/messages.ts';

const count = (value: number | bigint) => new Intl.NumberFormat(intlLocale()).format(value);

const isKnown = ({ code }: z.core.$ZodIssue) => code !== 'unrecognized_keys';

/** The issue to tell of a union's: `errors` are those of each of its options. */
export function issueMeant(errors: z.core.$ZodIssue[][]): z.core.$ZodIssue | undefined {
  // For a field that can also be empty, what is wrong with its text.
  const last = errors.at(-1)?.[0];
  if (last?.path.length === 0) return last;
  // Of several objects, what is wrong with the one whose fields were given.
  return (errors.find((issues) => issues.every(isKnown)) ?? errors[0])?.[0];
}

/** A message for the person who entered an invalid value, unless its schema has one of its own. */
function describeIssue(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined || issue.input === null) return m.required();
      if (issue.expected === 'number' || issue.expected === 'int')
        return typeof issue.input === 'number' && Number.isFinite(issue.input)
          ? m.enter_a_whole_number()
          : m.enter_a_number();
      return m.must_be_expected({ expected: issue.expected === 'record' ? 'object' : issue.expected });
    case 'too_small':
      if (issue.origin === 'string')
        return issue.minimum === 1
          ? m.required()
          : m.must_be_at_least_minimum_characters({ minimum: count(issue.minimum) });
      if (issue.origin === 'array') return m.add_at_least_minimum({ minimum: Number(issue.minimum) });
      return m.must_be_minimum_or_more({ minimum: count(issue.minimum) });
    case 'too_big':
      if (issue.origin === 'string') return m.at_most_maximum_characters({ maximum: count(issue.maximum) });
      if (issue.origin === 'array') return m.at_most_maximum_entries({ maximum: Number(issue.maximum) });
      return m.must_be_maximum_or_less({ maximum: count(issue.maximum) });
    case 'invalid_format':
      if (issue.format === 'email') return m.enter_an_email_address();
      if (issue.format === 'url') return m.enter_a_full_address();
      if (issue.format === 'uuid') return m.must_be_an_id();
      if (issue.format === 'datetime') return m.must_be_a_time();
      if (issue.format === 'date') return m.must_be_a_date();
      return m.invalid_value();
    case 'invalid_value':
      return m.choose_one_of_values({ values: issue.values.map(String).join(', ') });
    case 'invalid_union': {
      const options: unknown = issue.options;
      if (Array.isArray(options)) return m.choose_one_of_values({ values: options.join(', ') });
      const meant = issueMeant(issue.errors);
      return meant ? [...meant.path, meant.message].join(': ') : m.invalid_value();
    }
    case 'invalid_key':
      return issue.issues[0]?.code === 'too_small'
        ? m.name_is_empty()
        : m.invalid_name({ problem: issue.issues[0]?.message ?? m.invalid_value() });
    case 'unrecognized_keys':
      return m.unknown_keys({ keys: issue.keys.join(', ') });
    default:
      return m.invalid_value();
  }
}

/**
 * Makes all schemas of this process use these messages. The server and the browser both call it once, so that their
 * messages are the same.
 */
export const setPlainValidationMessages = () => z.config({ customError: describeIssue });

/** The problem to tell a client about. That a number is outside JavaScript's range says less than the field's own limit. */
export const firstProblem = ({ issues }: z.ZodError): z.core.$ZodIssue | undefined =>
  issues.find((issue) => !('note' in issue)) ?? issues[0];
