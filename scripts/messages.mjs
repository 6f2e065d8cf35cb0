// Compiles the catalogs (`words/en.json` next to the files that use them, and one per other language) to `words/messages.ts`: a typed
// function for each message. `npm run generate` writes these files; with `--check`, as in `npm run check`, they are only compared.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from '@formatjs/icu-messageformat-parser';
import { locales } from '../src/constants.ts';
import { fail, root } from './prepare.mjs';

const isChecking = process.argv.includes('--check');
const [first, ...others] = locales;
const kinds = { literal: 0, argument: 1, select: 5, plural: 6, pound: 7, tag: 8 };
const problems = [];

const folders = readdirSync(join(root, 'src'), { recursive: true })
  .filter((file) => /(^|[\\/])words[\\/]en\.json$/.test(file))
  .map((file) => join('src', dirname(file)))
  .sort();

function compile(folder) {
  const catalogs = locales.map((locale) => {
    const file = join(root, folder, `${locale}.json`);
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  });
  const [base, ...translations] = catalogs;
  others.forEach((locale, index) => {
    const file = `${folder}/${locale}.json`;
    for (const id of Object.keys(base))
      if (!translations[index][id]?.trim()) problems.push(`${file}: "${id}" is missing: ${base[id]}`);
    for (const id of Object.keys(translations[index]))
      if (!(id in base)) problems.push(`${file}: "${id}" is not in ${first}.json`);
  });
  const needs = new Set();
  const functions = Object.keys(base).map((id) => {
    if (!/^[a-z][a-z0-9_]*$/.test(id)) problems.push(`${folder}: "${id}" is no name for a message`);
    if (isCutOff(id, base[id]))
      problems.push(`${folder}: "${id}" breaks off. Name what the message is for: ${base[id]}`);
    const messages = catalogs.map((catalog, index) =>
      read(folder, locales[index], id, catalog[id] ?? base[id]),
    );
    const [own] = messages;
    messages.forEach(({ parameters }, index) => {
      if (signature(parameters) !== signature(own.parameters))
        problems.push(`${folder}/${locales[index]}.json: "${id}" has other values than in ${first}.json`);
    });
    for (const { used } of messages) for (const name of used) needs.add(name);
    // The first language comes last, as the fallback for a page without a language.
    const texts = messages.map(({ code }) => code);
    const isSame = texts.every((text) => text === texts[0]);
    if (!isSame) needs.add('locale');
    const choice = isSame
      ? texts[0]
      : [
          ...others.map((locale, index) => `locale() === '${locale}' ? ${texts[index + 1]} : `),
          texts[0],
        ].join('');
    const taken = own.parameters.size > 0 ? `values: ${signature(own.parameters)}` : '';
    return own.hasTags
      ? `export const ${id} = <T>(${taken}): (string | T)[] => ${choice};`
      : `export const ${id} = (${taken}): string => ${choice};`;
  });
  const imports = [
    ...(needs.has('locale') ? ["import { locale } from '#platform/language/locale.ts';"] : []),
    ...(needs.has('plural') ? ["import { plural } from '#platform/text/plural.ts';"] : []),
  ];
  const text = `${['// Made from the catalogs beside it: npm run generate', ...imports, '', ...functions].join('\n')}\n`;
  const file = join(root, folder, 'messages.ts');
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return;
  if (isChecking) problems.push(`${folder}/messages.ts is not what its catalogs say. Run: npm run generate`);
  else writeFileSync(file, text);
}

/** Whether a name is the beginning of its message and ends in the middle of a phrase. */
function isCutOff(id, text) {
  const words = (of) =>
    of
      .toLowerCase()
      .replaceAll(/['’]/g, '')
      .match(/[a-z0-9]+/g) ?? [];
  const [name, whole] = [words(id), words(text)];
  const isBeginning = name.length < whole.length && name.every((word, index) => word === whole[index]);
  return name.length > 3 && isBeginning && phraseOpeners.test(name.at(-1));
}
const phraseOpeners =
  /^(an?|the|and|or|but|of|to|in|on|at|for|by|with|from|than|that|which|who|whose|this|these|its|your|their|is|are|was|were|be|been|has|have|had|as|if|so|when|while|where|because|until|after|before|about|into|every|each)$/;

const signature = (parameters) =>
  `{ ${[...parameters]
    .sort()
    .map(([name, type]) => `${name}: ${type}`)
    .join('; ')} }`;

/** Whether any plural form shows its number. */
const usesNumber = (elements) =>
  elements.some(
    ({ type, options }) =>
      type === kinds.pound ||
      (type === kinds.select && Object.values(options).some(({ value }) => usesNumber(value))),
  );

/**
 * Compiles a message to an expression, the types of its values by name, and the helpers that it needs. A message with tags, as in `See
 * <link>your plan</link>.`, becomes its parts in order: the page decides what each tag does with its text.
 */
function read(folder, locale, id, text) {
  const parameters = new Map();
  const used = new Set();
  const take = (name, type) => {
    if (!parameters.has(name) || type === 'number') parameters.set(name, type);
    return `values.${name}`;
  };
  const quoted = (value) => `\`${value.replaceAll(/[`\\]|\$\{/g, '\\$&')}\``;
  function template(elements, shown) {
    return elements
      .map((element) => {
        switch (element.type) {
          case kinds.literal:
            return quoted(element.value).slice(1, -1);
          case kinds.argument:
            return `\${${take(element.value, 'string | number')}}`;
          case kinds.pound:
            return `\${${shown}}`;
          case kinds.plural: {
            used.add('plural');
            const count = take(element.value, 'number');
            const forms = Object.entries(element.options).map(
              ([name, form]) =>
                `'${name}': (${usesNumber(form.value) ? 'shown' : ''}) => \`${template(form.value, 'shown')}\``,
            );
            return `\${plural(${count}, { ${forms.join(', ')} })}`;
          }
          case kinds.select: {
            const { other, ...rest } = element.options;
            const value = take(element.value, 'string');
            const choices = Object.entries(rest).map(
              ([name, form]) => `${value} === '${name}' ? \`${template(form.value, shown)}\` : `,
            );
            return `\${${choices.join('')}\`${template(other.value, shown)}\`}`;
          }
          default:
            problems.push(`${folder}/${locale}.json: "${id}" has a part that is not compiled: ${text}`);
            return '';
        }
      })
      .join('');
  }
  let elements = [];
  try {
    elements = parse(text);
  } catch (error) {
    problems.push(`${folder}/${locale}.json: "${id}": ${error.message}`);
  }
  // Two quotes in a row are an apostrophe, so braces must be quoted together: '{{name}}'.
  if (elements.some(({ type, value }) => type === kinds.literal && /\{'|'\}/.test(value)))
    problems.push(`${folder}/${locale}.json: "${id}" shows quotes inside its braces: ${text}`);
  if (/^[\s,.;:)]|[^\S\n]$/.test(text))
    problems.push(`${folder}/${locale}.json: "${id}" is a piece of a sentence. Write the whole one: ${text}`);
  const code = (part) =>
    part.every(({ type }) => type === kinds.literal)
      ? JSON.stringify(part.map(({ value }) => value).join(''))
      : `\`${template(part)}\``;
  const hasTags = elements.some(({ type }) => type === kinds.tag);
  if (!hasTags) return { code: code(elements), parameters, used, hasTags };
  const pieces = [];
  let between = [];
  for (const element of [...elements, undefined]) {
    if (element && element.type !== kinds.tag) between.push(element);
    else {
      if (between.length > 0) pieces.push(code(between));
      between = [];
      if (element) pieces.push(`${take(element.value, '(text: string) => T')}(${code(element.children)})`);
    }
  }
  return { code: `[${pieces.join(', ')}]`, parameters, used, hasTags };
}

for (const folder of folders) compile(folder);
if (problems.length > 0) fail(problems.join('\n'));
