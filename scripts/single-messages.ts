import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const known = new Map<string, string[]>();
function linesOf(file: string) {
  const lines = known.get(file) ?? readFileSync(file, 'utf8').split('\n');
  known.set(file, lines);
  return lines;
}

/**
 * Gives each message its own module in the browser's code, so that a page loads only the messages it shows instead of all in their folder.
 * In a module that imports a folder's `words/messages.ts` as `m`, `m.save()` becomes a call of the export of `messages.ts?message=save`. A
 * module must not use `m` for anything else. See decision 0162.
 */
export const singleMessages: Plugin = {
  name: 'single-messages',
  enforce: 'pre',
  async transform(code, id) {
    if (this.environment.name !== 'client' || this.environment.mode !== 'build') return undefined;
    let changed = code;
    for (const [statement, name = '', source = ''] of code.matchAll(
      /^import \* as (\w+) from '([^']*\/words\/messages\.ts)';$/gm,
    )) {
      const others = new RegExp(`(const|let|function) ${name}\\b|[({,]\\s*${name}\\s*[:,)}]|\\b${name} =>`);
      if (others.test(code)) throw new Error(`${id} uses the name ${name} for more than messages`);
      const file = (await this.resolve(source, id))?.id;
      const used = new Set<string>();
      const calls = changed.replaceAll(
        new RegExp(`(?<![.\\w])${name}\\.(\\w+)`, 'g'),
        (_, message: string) => {
          used.add(message);
          return `${name}_${message}`;
        },
      );
      const imports = [...used].map(
        (message) => `import { ${message} as ${name}_${message} } from '${file}?message=${message}';`,
      );
      // On the same line, so that line numbers in errors match the source.
      changed = calls.replace(statement, `${statement} ${imports.join(' ')}`);
    }
    return changed === code ? undefined : { code: changed, map: null };
  },
  load(id) {
    const [file = '', message] = id.split('?message=');
    if (message === undefined) return undefined;
    const lines = linesOf(file);
    const own = lines.find((line) => line.startsWith(`export const ${message} = `));
    if (own === undefined) throw new Error(`${file} has no message ${message}`);
    const imports = lines.filter((line) => {
      const imported = /^import \{ (\w+) \}/.exec(line)?.[1];
      return imported !== undefined && own.includes(`${imported}(`);
    });
    return [...imports, own].join('\n');
  },
};
