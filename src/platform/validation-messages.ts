import { z } from 'zod';
import { intlLocale } from './locale.ts';

const count = (value: number | bigint) => new Intl.NumberFormat(intlLocale()).format(value);

/** What is wrong with a value, in words for the person who typed it; undefined leaves the schema's own words. */
function describeIssue(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined || issue.input === null) return 'Required';
      if (issue.expected === 'number' || issue.expected === 'int')
        return typeof issue.input === 'number' && Number.isFinite(issue.input)
          ? 'Enter a whole number'
          : 'Enter a number';
      return undefined;
    case 'too_small':
      if (issue.origin === 'string')
        return issue.minimum === 1 ? 'Required' : `Must be at least ${count(issue.minimum)} characters`;
      if (issue.origin === 'array') return `Add at least ${count(issue.minimum)}`;
      return `Must be ${count(issue.minimum)} or more`;
    case 'too_big':
      if (issue.origin === 'string') return `At most ${count(issue.maximum)} characters`;
      if (issue.origin === 'array') return `At most ${count(issue.maximum)} entries`;
      return `Must be ${count(issue.maximum)} or less`;
    case 'invalid_format':
      if (issue.format === 'email') return 'Enter an email address';
      if (issue.format === 'url') return 'Enter a full address, beginning with https://';
      return undefined;
    case 'invalid_value':
      return `Choose one of: ${issue.values.map(String).join(', ')}`;
    case 'unrecognized_keys':
      return `Unknown: ${issue.keys.join(', ')}`;
    default:
      return undefined;
  }
}

/** Gives every schema of this process these words. Server and browser both call it once, so that they say the same. */
export const setPlainValidationMessages = () => z.config({ customError: describeIssue });
