import { z } from 'zod';
import { invalid } from './refusal.ts';

export type Fields = { [name: string]: string | Fields | undefined };

/** Parses Stripe's form encoding, `a[b][0]=c`, to nested objects. */
export function parseForm(text: string): Fields {
  const fields: Fields = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.replaceAll(']', '').split('[');
    let place = fields;
    for (const part of path.slice(0, -1)) {
      place[part] ??= {};
      place = place[part] as Fields;
    }
    place[path.at(-1) ?? ''] = value;
  }
  return fields;
}

/**
 * The parameters of one of the stand-in's endpoints. Names must exist in Stripe's own types to compile; all others are refused as Stripe
 * refuses them. To use another of Stripe's parameters in the product, add it here and implement it.
 */
export const accepts =
  <Params>() =>
  <Shape extends z.ZodRawShape>(shape: Shape & Record<Exclude<keyof Shape, keyof Params>, never>) =>
    z.strictObject(shape as Shape);

const fail = (context: z.core.$RefinementCtx<unknown>, message: string, code?: string) => {
  context.addIssue({ code: 'custom', message, params: { code } });
  return z.NEVER;
};

export const text = (maximum = 5_000) =>
  z.string().transform((value, context) => {
    if (value === '')
      return fail(
        context,
        'You passed an empty string, which cannot unset this field.',
        'parameter_invalid_empty',
      );
    return value.length <= maximum ? value : fail(context, `Must be at most ${maximum} characters.`);
  });
export const integer = (minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER) =>
  z.string().transform((value, context) => {
    if (!/^-?\d+$/.test(value))
      return fail(context, `Invalid integer: ${value}`, 'parameter_invalid_integer');
    const number = Number(value);
    if (number < minimum)
      return fail(
        context,
        `This value must be greater than or equal to ${minimum}.`,
        'parameter_invalid_integer',
      );
    return number <= maximum ? number : fail(context, `This value must be less than or equal to ${maximum}.`);
  });
/** A number above 0, up to 100. */
export const percentage = () =>
  z.string().transform((value, context) => {
    const number = Number(value);
    return number > 0 && number <= 100 ? number : fail(context, 'Invalid percentage: must be from 0 to 100.');
  });
export const flag = () =>
  z
    .string()
    .transform((value, context) =>
      value === 'true' || value === 'false' ? value === 'true' : fail(context, `Invalid boolean: ${value}`),
    );
export const url = () =>
  z
    .string()
    .transform((value, context) =>
      URL.canParse(value) ? value : fail(context, 'Not a valid URL', 'url_invalid'),
    );
export const oneOf = <const Values extends [string, ...string[]]>(...values: Values) =>
  z
    .string()
    .transform((value, context) =>
      (values as string[]).includes(value)
        ? (value as Values[number])
        : fail(context, `Must be one of ${values.join(', ')}; got ${value}.`),
    );
/** A value, or the empty string that clears it: null. */
export const clearable = <Schema extends z.ZodType>(schema: Schema) =>
  z.union([z.literal('').transform(() => null), schema]);
/** Stripe's lists, which are numbered from 0. */
export const list = <Schema extends z.ZodType>(item: Schema) =>
  z.preprocess((value) => (typeof value === 'object' && value ? Object.values(value) : value), z.array(item));
export const metadata = () => z.record(z.string().max(40), z.string().max(500));

/** The parameters of lists. */
export const page = {
  limit: integer(1, 100).optional(),
  starting_after: text().optional(),
  ending_before: text().optional(),
  expand: list(text()).optional(),
};
export const expand = { expand: list(text()).optional() };

const nameOf = (path: PropertyKey[]) =>
  path.map((part, index) => (index === 0 ? String(part) : `[${String(part)}]`)).join('');

/** @throws StripeRefusal for the first invalid parameter */
export function readParameters<Schema extends z.ZodType>(schema: Schema, fields: Fields): z.output<Schema> {
  const result = schema.safeParse(fields);
  if (result.success) return result.data;
  const issue =
    result.error.issues.find(({ code }) => code === 'unrecognized_keys') ?? result.error.issues[0];
  if (issue?.code === 'unrecognized_keys') {
    const name = nameOf([...issue.path, issue.keys[0] ?? '']);
    throw invalid(`Received unknown parameter: ${name}`, name, 'parameter_unknown');
  }
  const path = issue?.path ?? [];
  const name = nameOf(path);
  let value: unknown = fields;
  for (const part of path) value = (value as Record<PropertyKey, unknown> | undefined)?.[part];
  if (value === undefined) throw invalid(`Missing required param: ${name}.`, name, 'parameter_missing');
  const code = issue?.code === 'custom' ? (issue.params?.code as string | undefined) : undefined;
  throw invalid(issue?.message ?? 'Invalid parameter', name, code);
}

/** @throws StripeRefusal if more than one of them is set */
export function onlyOneOf<Params extends object>(params: Params, ...names: (keyof Params & string)[]): void {
  const set = names.filter((name) => params[name] !== undefined);
  if (set.length > 1)
    throw invalid(
      `You may only specify one of these parameters: ${set.join(', ')}.`,
      set[0],
      'parameters_exclusive',
    );
}
