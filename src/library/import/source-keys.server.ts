import { createHash } from 'node:crypto';
import { basename, dirname, extname } from 'node:path/posix';
import { limits, slugMaximumLength } from '#constants';
import { slugify } from '#library/catalog/public/slugs.ts';
import { storable } from './import-results.server.ts';
import type { RowContent, SourceRow } from './records.ts';

/** What a source has to identify a row's item: a slug, a file's name, or only a title or the beginning of the text. */
export type RowNames = { slug: string | undefined; title: string; file?: FileNames };

/** `name`: undefined if neither the file nor its folder has a meaningful one. `path`: undefined if it isn't meaningful either. */
export type FileNames = { name: string | undefined; path: string | undefined; formerSlug: string };

export type NamedRow = RowContent & { names: RowNames };

/** File names without meaning: the folder's name is used, or the name in the front matter. */
const isGeneric = (name: string) => /^(?:skill|readme|_?index)$/i.test(name);

export function namesOfFile(place: string, ownName: unknown): FileNames {
  const path = storable(place).normalize('NFC').replaceAll('\\', '/');
  const base = basename(path, extname(path));
  const folder = dirname(path);
  const formerSlug = formerSlugOf(base);
  // In this folder, all agent skills have the same file names.
  if (basename(folder) === 'references')
    return { name: undefined, path: folder === 'references' ? undefined : path, formerSlug };
  if (!isGeneric(base)) return { name: base, path, formerSlug };
  // The length is limited, because the key is indexed.
  const own =
    typeof ownName === 'string' ? storable(ownName.trim().slice(0, limits.title)) || undefined : undefined;
  if (folder === '.') return { name: own, path: own, formerSlug };
  return { name: own ?? basename(folder), path: own ? `${folder}/${own}` : path, formerSlug };
}

/** The slug for a name; undefined if other names could have the same slug because letters or symbols are dropped. */
function slugOfName(name: string | undefined): string | undefined {
  if (name === undefined || !/^[a-z0-9\s_.-]*$/i.test(name)) return undefined;
  const slug = slugify(name, '');
  return slug === '' || slug.length === slugMaximumLength ? undefined : slug;
}

/**
 * Gives each row a key, so that different rows become different items. A row's key is its slug if the source states
 * one, or if its name gives one that no other row has. All other rows use their path or title as key, and keep items
 * imported under a slug before.
 */
export function withKeys(rows: NamedRow[]): SourceRow[] {
  const slugs = rows.map(({ kind, names: { slug, title, file } }) => {
    if (slug !== undefined || file) return slug ?? slugOfName(file?.name);
    return kind === 'playbook' ? slugOfName(title) : undefined;
  });
  const uses = Map.groupBy(rows.keys(), (index) => `${rows[index]?.kind} ${slugs[index]}`);
  const titleKey = titleKeys();
  const keyed = rows.map(({ names, ...row }, index): SourceRow => {
    const slug = slugs[index];
    if (names.slug !== undefined) return { ...row, key: `slug:${slug}` };
    const also = names.file?.path ? `file:${names.file.path}` : titleKey(row, names.title);
    const isOnly = slug !== undefined && uses.get(`${row.kind} ${slug}`)?.length === 1;
    const formerSlug =
      names.file?.formerSlug ?? (row.kind === 'playbook' ? formerSlugOf(names.title) : undefined);
    return {
      ...row,
      ...(isOnly ? { key: `slug:${slug}`, also } : { key: also }),
      ...(formerSlug !== undefined &&
        !(isOnly && formerSlug === slug) && {
          former: { key: `slug:${formerSlug}`, slug: names.file && formerSlug, isByTitle: true },
        }),
    };
  });
  const claims = Map.groupBy(keyed, (row) => `${row.kind} ${row.former?.key}\0${row.record.title}`);
  for (const { former } of [...claims.values()].filter((all) => all.length > 1).flat())
    if (former) former.isByTitle = false;
  return keyed;
}

/** Numbers rows with the same title; an identical row has the same key. */
function titleKeys() {
  const known = new Map<string, Map<string, number>>();
  return ({ kind, record }: RowContent, title: string) => {
    const name = `${kind} ${title}`;
    const numbers = known.get(name) ?? new Map<string, number>();
    known.set(name, numbers);
    const hash = createHash('sha256').update(JSON.stringify(record)).digest('base64url');
    const number = numbers.get(hash) ?? numbers.size + 1;
    numbers.set(hash, number);
    return number === 1 ? `title:${title}` : `title#${number}:${title}`;
  };
}

/** The slugs of earlier releases, which identified files and playbooks by slug only. */
function formerSlugOf(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  return plain.slice(0, slugMaximumLength).replace(/-+$/, '') || 'prompt';
}
