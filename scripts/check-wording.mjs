// Names and phrases that this project does not use, each with what to write instead. cspell.json checks the spelling.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './prepare.mjs';

const everywhere = [
  [/\b(he|him|his|himself)\b/i, 'they, them, their'],
  [/\be-mail/i, 'email'],
  [/(?<![\w./-])mails\b(?!\s*[.(:])|\bMails\b/, 'emails'],
  [
    /\b(an?|the|this|that|one|no|by|of|welcome|recovery) mail\b(?! (server|program|client|provider))/i,
    'email',
  ],
  [/favourit/i, 'favorite'],
  [/catalogue/i, 'catalog'],
  [/\bin the meantime\b/i, 'what happened: "The price has changed."'],
  [/\bhas happened\b/i, '"Done", or what happened'],
  [/\bforeseen\b/i, 'expected'],
  [/\blies? in\b/i, 'is in, is kept in'],
  [/\bset off to the\b/i, 'credited'],
  [/\b(comes?|opens?) by itself\b/i, 'automatically'],
  [/\b(subscription|plan) goes on\b/i, 'continues, has been resumed'],
  [/\bdays of grace\b/i, 'grace period'],
  [/\b(is|was) not right\b/i, 'is invalid, is incorrect'],
  [/\bis not your password\b/i, 'Incorrect password.'],
  [/\btoo much at once\b/i, 'Too many requests.'],
  [/\bsettle it\b/i, 'Update your payment method'],
  [/\bno more notes\b|\bstop the notes\b/i, 'Unsubscribe'],
  [/\bnothing fits\b/i, 'No matches.'],
  [/\btaken? the cancellation back\b/i, 'resumed'],
  [/\bmeet the prompt\b/i, 'find the right prompt'],
  [/\bis not open on this site\b/i, "aren't available yet"],
  [/\bthere is no sandbox here\b/i, 'Sandbox mode is off.'],
];
/** For texts that members and admins read on screen and in emails. */
const onScreen = [
  [/\bby (it|them)sel(f|ves)\b/i, 'automatically'],
  [/\bpresent (plan|price)/i, 'current plan, current price'],
  [/\bany more\b(?! [a-z])/i, 'anymore'],
  [/\bmeanwhile\b/i, 'what happened, or until when: "None of it is used up until then."'],
  [/\bafterwards\b/i, 'afterward'],
  [/\b(go|goes|going) on\b/i, 'continue, keep'],
  [/\bof today\b/i, 'for today'],
  [/\bat hand\b/i, 'ready'],
  [/\bas (there can be|it can have)\b/i, 'the maximum number'],
];
/** Allowed in the product's texts, but not in code and documents, where these have other names. */
const inCode = [
  [/happening/i, 'scenario'],
  [/\bwishes\b|\bWish\b/, 'purchase intent'],
  [/synchronis/i, 'sync'],
  [/\bentitle\b|grantor/i, 'recompute entitlements, entitlement source'],
  [/announcement/i, 'content event'],
  [/\brunning subscription/i, 'current subscription'],
  // Spreading an object literal only keeps the formatter from putting each property on its own line.
  [/\.\.\.\{/, 'the properties without the spread'],
  [/\broof\b/i, 'limit, cap'],
];
/** For names in scripts that should be the noun of the thing: variables, parameters, loop variables and properties. */
const inScripts = [
  [
    /\((each|most)\b[^()]*\) =>|\b(each|most) =>|[(,] ?(each|most)(\??: |\) =>|, \w+\) =>)/,
    'the noun of the thing; max',
  ],
  [/\b(const|let|function) ([[{][^=]*)?\b(each|most)\b/, 'the noun of the thing; max'],
  [/(^\s*|\{ ?|\{[^'"`{}]*, )(each|most)(: |, *$| \}|, \w+[,:} ])/, 'the noun of the thing; max'],
  [/\.(each|most)\b(?![(<`])/, 'the noun of the thing; max'],
  [/\bworlds?\b[.:,)]|\bWorld\b/, 'fixture, context'],
];
const isCatalog = /\/words\/en\.json$/;
const isScript = /\.(tsx?|mjs)$/;
const productText = /^db\/seed\//;
/** Migrations aren't edited after a release, and the injections are other people's texts. */
const ignored =
  /^(db\/migrations\/|src\/.*\/words\/(?!en\.json)|tests\/(languages|e2e\/german)\.test\.ts|package-lock\.json|tests\/model\/injections\.json|scripts\/check-wording\.mjs)/;
const isText = /\.(ts|tsx|mjs|css|md|yaml|json|example)$|^\.env\.example$/;

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root })
  .toString()
  .split('\n');
let hits = 0;
for (const file of files.filter((file) => isText.test(file) && !ignored.test(file))) {
  const rules = [
    ...everywhere,
    ...(isCatalog.test(file) ? onScreen : []),
    ...(productText.test(file) ? [] : inCode),
    ...(isScript.test(file) ? inScripts : []),
  ];
  for (const [index, line] of readFileSync(join(root, file), 'utf8').split('\n').entries()) {
    for (const [pattern, instead] of rules) {
      const found = pattern.exec(line);
      if (!found) continue;
      hits += 1;
      process.stdout.write(`${file}:${index + 1} "${found[0]}": write ${instead}\n`);
    }
  }
}
process.exitCode = hits > 0 ? 1 : 0;
