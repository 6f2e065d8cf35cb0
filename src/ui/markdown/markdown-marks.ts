/** An edit by a toolbar button: replaces `from` to `to`, then selects `anchor` to `head`. */
export type Edit = { from: number; to: number; insert: string; anchor: number; head: number };

export type Mark = 'bold' | 'italic' | 'heading' | 'link' | 'bullets' | 'numbers' | 'quote' | 'code';

const around = { bold: '**', italic: '*', code: '`' } as const;

/** Applies a mark to the selection, or removes it if it is already applied. */
export function setMark(text: string, from: number, to: number, mark: Mark): Edit {
  if (mark === 'bold' || mark === 'italic') return wrap(text, from, to, around[mark]);
  if (mark === 'code')
    return text.slice(from, to).includes('\n') ? fence(text, from, to) : wrap(text, from, to, around.code);
  if (mark === 'link') return link(text, from, to);
  return prefixLines(text, from, to, mark);
}

/** One asterisk is italic, two are bold, three are both. */
function isMarked(text: string, from: number, to: number, sign: string): boolean {
  const letter = sign[0] ?? '';
  let depth = 0;
  while (depth < 3 && text[from - 1 - depth] === letter && text[to + depth] === letter) depth += 1;
  return sign === '*' ? depth % 2 === 1 : depth >= sign.length;
}

function wrap(text: string, from: number, to: number, sign: string): Edit {
  const chosen = text.slice(from, to);
  const size = sign.length;
  if (isMarked(text, from, to, sign))
    return { from: from - size, to: to + size, insert: chosen, anchor: from - size, head: to - size };
  // Markdown doesn't allow spaces just inside a mark.
  const [, before = '', inner = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(chosen) ?? [];
  const start = from + before.length + size;
  return {
    from,
    to,
    insert: `${before}${sign}${inner}${sign}${after}`,
    anchor: start,
    head: start + inner.length,
  };
}

function fence(text: string, from: number, to: number): Edit {
  const chosen = text.slice(from, to);
  const longest = Math.max(2, ...(chosen.match(/`+/g) ?? []).map((ticks) => ticks.length));
  const sign = '`'.repeat(longest + 1);
  const lead = from > 0 && text[from - 1] !== '\n' ? '\n' : '';
  const start = from + lead.length + sign.length + 1;
  return {
    from,
    to,
    insert: `${lead}${sign}\n${chosen.replace(/\n$/, '')}\n${sign}\n`,
    anchor: start,
    head: start + chosen.replace(/\n$/, '').length,
  };
}

function link(text: string, from: number, to: number): Edit {
  const chosen = text.slice(from, to);
  if (/^https?:\/\/\S+$/.test(chosen))
    return { from, to, insert: `[](${chosen})`, anchor: from + 1, head: from + 1 };
  const address = from + chosen.length + 3;
  return { from, to, insert: `[${chosen}](https://)`, anchor: address, head: address + 'https://'.length };
}

type LineMark = Extract<Mark, 'heading' | 'bullets' | 'numbers' | 'quote'>;
const prefixes: Record<LineMark, RegExp> = {
  heading: /^#{1,6} +/,
  bullets: /^\s*[-*+] +/,
  numbers: /^\s*\d+[.)] +/,
  quote: /^> ?/,
};
/** Mutually exclusive line prefixes. */
const lists = /^\s*(?:[-*+]|\d+[.)]) +/;

/** Where the line begins that has this position. */
const lineStart = (text: string, at: number) => text.slice(0, at).lastIndexOf('\n') + 1;

function prefixLines(text: string, from: number, to: number, mark: LineMark): Edit {
  const start = lineStart(text, from);
  const next = text.indexOf('\n', to);
  const end = next === -1 ? text.length : next;
  const lines = text.slice(start, end).split('\n');
  const prefix = prefixes[mark];
  const isSet = lines.every((line) => prefix.test(line) || (line === '' && lines.length > 1));
  let number = 0;
  const changed = lines.map((line) => {
    if (line === '' && lines.length > 1) return line;
    if (isSet) return line.replace(prefix, '');
    number += 1;
    if (mark === 'heading') return `## ${line.replace(prefix, '')}`;
    if (mark === 'quote') return `> ${line}`;
    return `${mark === 'bullets' ? '-' : `${number}.`} ${line.replace(lists, '')}`;
  });
  const insert = changed.join('\n');
  const isWhole = from !== to;
  return {
    from: start,
    to: end,
    insert,
    anchor: isWhole ? start : Math.max(start, from + insert.length - (end - start)),
    head: isWhole ? start + insert.length : Math.max(start, from + insert.length - (end - start)),
  };
}

/** Enter in a list or quote continues it, or ends it if the item is empty; undefined elsewhere. */
export function continueList(text: string, at: number): Edit | undefined {
  const start = lineStart(text, at);
  const next = text.indexOf('\n', at);
  const line = text.slice(start, next === -1 ? text.length : next);
  const [sign, indent = '', mark = '', box = ''] =
    /^(\s*)([-*+]|\d+[.)]|>)[ ](\[[ xX]\][ ])?/.exec(line) ?? [];
  if (sign === undefined || at - start < sign.length) return undefined;
  if (line.slice(sign.length).trim() === '')
    return { from: start, to: start + line.length, insert: '', anchor: start, head: start };
  const following = mark.replace(/\d+/, (digits) => String(Number(digits) + 1));
  const insert = `\n${indent}${following} ${box && '[ ] '}`;
  return { from: at, to: at, insert, anchor: at + insert.length, head: at + insert.length };
}

/** The position after a picture whose alt text is selected, as in one just inserted; undefined elsewhere. */
export function afterPicture(text: string, from: number, to: number): number | undefined {
  if (text.slice(from - 2, from) !== '![' || text.slice(from, to).includes(']')) return undefined;
  const address = /^\]\([^\s()]*\)/.exec(text.slice(to, to + 2_000));
  return address ? to + address[0].length : undefined;
}
