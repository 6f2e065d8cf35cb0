// Needs the built site.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startBalancer } from '../harness/balancer.ts';
import { buildMember, buildPrompt } from '../harness/build.ts';
import { buildKey } from '../harness/build-key.ts';
import { answerConsent, openConsent } from '../harness/consent.ts';
import { freePort } from '../harness/free-port.ts';
import { startTwoProcesses } from './two-processes.ts';

// Runs the conformance program of the protocol's authors as documented, against two processes that answer in turn. `not-applicable.yaml`
// lists its checks of features that a library doesn't have; if one of them passes, the run fails.

const pathOf = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const program = pathOf('../../node_modules/@modelcontextprotocol/conformance/dist/index.js');

/** The items that the program requests, by names that are possible in a library. */
const names: [RegExp, string][] = [
  [/test_simple_prompt/g, 'test-simple-prompt'],
  [/test_prompt_with_arguments/g, 'test-prompt-with-arguments'],
  [/test:\/\/static-text/g, 'promptory://prompts/test-simple-prompt'],
  [/test:\/\/template\/123\/data/g, 'promptory://prompts/test-123'],
  [/test_(simple_text|logging_tool|streaming_elicitation)/g, 'list_favorites'],
  [/"test_error_handling"(,"arguments":{})?/g, '"get_prompt","arguments":{"slug":"no-such-prompt"}'],
  [/test_error_handling/g, 'get_prompt'],
];

let all: Awaited<ReturnType<typeof startTwoProcesses>>;
/** Adds the credentials, because the program sends none. */
let front: Awaited<ReturnType<typeof startBalancer>>;
beforeAll(async () => {
  all = await startTwoProcesses();
  const member = await buildMember(all.site, { level: 1 });
  front = await startBalancer({
    headers: { authorization: `Bearer ${await buildKey(all.site, member)}` },
    words: (text) => names.reduce((changed, [from, to]) => changed.replaceAll(from, to), text),
  });
  front.targets.push(all.site.url);
  const description = 'A prompt to try clients with';
  for (const [slug, prompt_body] of [
    ['test-simple-prompt', 'This is a simple prompt for testing.'],
    ['test-prompt-with-arguments', "Prompt with arguments: arg1='{{arg1}}', arg2='{{arg2}}'"],
    ['test-123', 'Data for ID: 123'],
  ] as const)
    await buildPrompt(all.site, { slug, prompt_body, description });
});
afterAll(async () => {
  await front.stop();
  await all.stop();
});

/** The program waits half a second for some responses. A busy machine can take longer, so it waits ten times as long. */
const patience =
  'data:text/javascript,const{setTimeout:wait}=globalThis;globalThis.setTimeout=(run,time,...rest)=>wait(run,10*time,...rest)';

function start(...args: string[]) {
  const child = spawn(process.execPath, ['--import', patience, program, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  const said = createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
  createInterface({ input: child.stderr }).on('line', (line) => lines.push(line));
  const ended = once(child, 'close').then(([code]) => ({ code: code as number, output: lines.join('\n') }));
  return { said, ended };
}

test.each(['2026-07-28', '2025-11-25'])('servers of %s: all that applies', async (revision) => {
  const baseline = pathOf(`not-applicable-${revision}.yaml`);
  const { code, output } = await start(
    ...['server', '--url', `${front.url}/mcp`, '--requirements', revision, '--expected-failures', baseline],
  ).ended;
  expect(code, output.slice(output.indexOf('=== SUMMARY'))).toBe(0);
  expect(output).toContain('Baseline check passed');
});

describe('authorization servers', () => {
  test('are described, and exchange a code', async () => {
    const { site } = all;
    const member = await buildMember(site, { level: 1 });
    const port = String(await freePort());
    const registered = await site.api('POST', '/oauth/register', {
      body: { client_name: 'Conformance', redirect_uris: [`http://127.0.0.1:${port}/callback`] },
    });
    const { said, ended } = start(
      ...['authorization', '--url', site.url, '--client-id', registered.body.client_id, '--port', port],
    );
    said.on('line', async (line: string) => {
      if (!line.startsWith(`${site.url}/oauth/authorize?`)) return;
      const { back } = await answerConsent(site, member.token, await openConsent(line));
      await fetch(back ?? '');
    });
    const { code, output } = await ended;
    expect(code, output).toBe(0);
    expect(output).toContain('Total: 3 passed, 0 failed');
  });
});
