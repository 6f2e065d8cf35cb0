import { describe, expect, test } from 'vitest';
import { openTargetFields } from '../open-target-fields.ts';
import { addressWith, bareAddress, openTargets, readOwnTargets } from './open-targets.ts';

const own = { name: 'Ours', address: 'https://ai.example.com/new?text={prompt}&from=here' };

describe('the tools in which a prompt opens', () => {
  test('are those that the owner chose, with their own', () => {
    const settings = { open_in: 'claude,chatgpt', open_in_own: `Ours | ${own.address}\n` };
    expect(openTargets(settings).map(({ name }) => name)).toEqual(['ChatGPT', 'Claude', 'Ours']);
    expect(openTargets({ open_in: 'none', open_in_own: 'none' })).toEqual([]);
  });

  test.each(['no address', 'Name | javascript:alert(1)', 'Name | https://', '| https://a.example'])(
    'cannot be %s',
    (line) => {
      expect(readOwnTargets(line)).toBeUndefined();
      expect(openTargetFields.open_in_own.safeParse(line).success).toBe(false);
    },
  );

  test.each(['unknown', 'claude,unknown', 'claude,claude'])('are known: %s is not', (value) => {
    expect(openTargetFields.open_in.safeParse(value).success).toBe(false);
  });

  test('get the prompt in their URL, whatever it contains', () => {
    expect(addressWith(own, "a&b=c #1 $& '\n😀")).toBe(
      "https://ai.example.com/new?text=a%26b%3Dc%20%231%20%24%26%20'%0A%F0%9F%98%80&from=here",
    );
    expect(addressWith(own, '\ud83d')).toContain('%EF%BF%BD');
  });

  test("get no prompt if it is too long, or if they don't take one", () => {
    expect(addressWith(own, 'x'.repeat(10_000))).toBeUndefined();
    expect(bareAddress(own)).toBe('https://ai.example.com/new');
    const plain = { name: 'Plain', address: 'https://ai.example.com/app' };
    expect([addressWith(plain, 'x'), bareAddress(plain)]).toEqual([undefined, plain.address]);
  });
});
