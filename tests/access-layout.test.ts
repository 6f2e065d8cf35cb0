import { describe, expect, test } from 'vitest';
import { imports, isTest, layerOf, readSource, sourceFiles } from './harness/import-graph.ts';

// Checks that the types of `access/` can't make: SQL in templates, casts, and imports.

const product = sourceFiles.filter((file) => !isTest(file) && file !== 'access/testing.ts');
const outside = product.filter((file) => !['access', 'platform'].includes(layerOf(file)));
const isRoot = (file: string) => layerOf(file) === 'composition root';

/** Matches of a pattern in these files, as "file: match". */
const found = (files: string[], pattern: RegExp, textOf = readSource) =>
  files.flatMap((file) => [...textOf(file).matchAll(pattern)].map(([match]) => `${file}: ${match}`));
const importers = (target: string) =>
  imports.filter(({ to }) => to.startsWith(target)).map(({ from }) => from);

/** The text of a template from after its opening backtick to its end, without the expressions in `${}`. */
function templateText(code: string, start: number): { text: string; end: number } {
  let text = '';
  let position = start;
  for (; position < code.length && code[position] !== '`'; position += 1) {
    if (code.startsWith('${', position)) {
      let depth = 1;
      for (position += 2; depth > 0 && position < code.length; position += 1) {
        if (code[position] === '`') position = templateText(code, position + 1).end;
        else if (code[position] === '{') depth += 1;
        else if (code[position] === '}') depth -= 1;
      }
      position -= 1;
      text += ' ? ';
    } else text += code[position];
  }
  return { text, end: position };
}

/** All SQL of a file with its executor, without quoted keys, like those of JSON. */
function sqlOf(file: string): { text: string; executor: string | undefined }[] {
  const code = readSource(file);
  return [...code.matchAll(/\bsql(?:<[^`]*?>)?`/g)].map((match) => {
    const { text, end } = templateText(code, match.index + match[0].length);
    const executor = /^`\s*\.execute\(\s*(\w+)/.exec(code.slice(end))?.[1];
    return { text: text.replaceAll(/'[^']*'/g, "''"), executor };
  });
}
const sqlText = (file: string) =>
  sqlOf(file)
    .map(({ text }) => text)
    .join(';\n');

describe('proofs', () => {
  test('are made only in src/access', () => {
    const wrong = importers('access/internal/').filter((file) => layerOf(file) !== 'access');
    expect(wrong).toEqual([]);
    expect(importers('access/internal/').length).toBeGreaterThan(3);
  });

  test('are not cast', () => {
    const types =
      'Grant|ItemGrant|Visible|Columns|Operator|Viewer|SignedInViewer|Member|Admin|Writer\\w*|OperatorWriter|Database';
    expect(found(outside, new RegExp(`\\bas (unknown as )?(${types})\\b(?! \\})`, 'g'))).toEqual([]);
  });

  test('are not discarded', () => {
    const inBrackets = String.raw`\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)`;
    // A line that starts with the call and doesn't continue the line above.
    const thrownAway = String.raw`(?<![=>(]\n)^ *(?:if ${inBrackets} )?(?:await )?grant\w*${inBrackets};`;
    expect(found(outside, new RegExp(thrownAway, 'gm'))).toEqual([]);
  });

  test('of viewers for tests are used only in tests', () => {
    expect(importers('access/testing.ts')).toEqual([]);
  });

  test('of the operator are made only where the site is assembled, and on the command line', () => {
    expect(
      found(
        outside.filter((file) => !isRoot(file)),
        /asOperator/g,
      ),
    ).toEqual([]);
    expect(found(outside, /asOperator/g).length).toBeGreaterThan(5);
  });
});

describe('the database', () => {
  test('is opened only where the site is assembled, and on the command line', () => {
    expect(
      found(
        outside.filter((file) => !isRoot(file)),
        /openDatabase|withTables|\bnew Kysely\b/g,
      ),
    ).toEqual([]);
  });

  test('has gated columns only in src/access', () => {
    const everyColumn = /import type \{[^}]*\bDB\b[^}]*\} from '#platform\/database\/database\.types\.ts'/g;
    expect(found(outside, everyColumn)).toEqual([]);
    expect(found(product, everyColumn)).not.toEqual([]);
  });

  test('is queried in SQL that names no gated column', () => {
    const gated = /\b(?<!\bas )(prompt_body|example_output|playbook_steps_new|content)\b/g;
    expect(found(outside, gated, sqlText)).toEqual([]);
    expect(found(['access/gated.server.ts'], gated, sqlText).length).toBeGreaterThan(3);
    const named =
      /sql\s*\.\s*(ref|table|id|raw|lit)\(\s*['"`][^'"`]*(prompt_body|example_output|playbook_steps_new|\.content)/g;
    expect(found(outside, named)).toEqual([]);
  });

  test("isn't asked for whole rows of tables with gated columns", () => {
    const inSql =
      /\b(select|returning) (\w+\.)?\*|\b(to_jsonb?|row_to_json)\(\s*(prompts?|playbooks?|step)\b/g;
    expect(found(outside, inSql, sqlText)).toEqual([]);
    const inBuilder =
      /(selectFrom|Join|insertInto|updateTable)\(\s*'(prompts|playbooks)'(?:(?!\.execute)[\s\S])*?\.(selectAll|returningAll)\(/g;
    expect(found(outside, inBuilder)).toEqual([]);
  });

  test('is written in SQL only through a connection that a proof has opened', () => {
    const writes = /\b(insert into|delete from|update\s+(\w+\.)?[\w?]+(\s+\w+)?\s+set)\b/;
    const wrong = outside
      .filter((file) => /\bdb: Database\b/.test(readSource(file)))
      .flatMap((file) =>
        sqlOf(file)
          .filter(({ text, executor }) => executor === 'db' && writes.test(text))
          .map(({ text }) => `${file}: ${text}`),
      );
    expect(wrong).toEqual([]);
    expect(sqlOf('library/comments/comments.service.server.ts').some(({ text }) => writes.test(text))).toBe(
      true,
    );
    expect(
      found(
        outside.filter((file) => !isRoot(file)),
        /\bpool\.query\(|\.executeQuery\(|CompiledQuery/g,
      ),
    ).toEqual([]);
  });
});

describe('routes', () => {
  test('are defined with who can call them', () => {
    expect(found(outside, /\bcreateRoute\b|\bOpenAPIHono\b|\bopenapiRoutes\b/g)).toEqual([]);
    // Every handler must belong to a contract's route, and every contract's route must come from defineRoute.
    const servers = outside.filter((file) => file.endsWith('.server.ts'));
    expect(found(servers, /\.openapi\(\s*(?!\w+Route\b)[^,]*/g)).toEqual([]);
    expect(found(outside, /\b\w+Route = (?!defineRoute\()[^;]{0,40}/g)).toEqual([]);
  });

  test('are all defined that way, except those of the auth protocol and of the site itself', () => {
    const raw = found(outside, /\b(app|router)\s*\.\s*(get|post|put|patch|delete|on|all)\(/g).map(
      (match) => match.split(':')[0],
    );
    expect([...new Set(raw)]).toEqual([
      'api.server.ts',
      'app.server.ts',
      'pages/share/share-routes.server.ts',
      'people/auth/accounts/admin-users-api.server.ts',
      'people/auth/auth-api.server.ts',
      'probe-routes.server.ts',
      'reach/connect/oauth-routes.server.ts',
      'site/language/language-routes.server.ts',
      'site/media/icon-routes.server.ts',
      'site/media/media-routes.server.ts',
    ]);
  });
});
