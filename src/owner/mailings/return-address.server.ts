import { timingSafeEqual } from 'node:crypto';
import type { Vault } from '#platform/secret.server.ts';

const idLength = 25;
const proofLength = 13;
const inBase36 = (hex: string, length: number) => BigInt(`0x${hex}`).toString(36).padStart(length, '0');

/** A number in base 36 as 32 hexadecimal digits. */
const fromBase36 = (text: string) =>
  [...text]
    .reduce((sum, digit) => sum * 36n + BigInt(Number.parseInt(digit, 36)), 0n)
    .toString(16)
    .padStart(32, '0');

/**
 * Return addresses for the emails of a mailing (VERP). Each names its email and proves that the site made it, so that someone who was only
 * forwarded an email can't report its address as dead.
 */
export function createReturnAddresses(vault: Vault) {
  const proofOf = (id: string) =>
    inBase36(vault.fingerprint(`bounce ${id}`).subarray(0, 8).toString('hex'), proofLength);
  return {
    /** `bounces+<id and proof>@example.com`, with at most 59 characters before the @. */
    make(bounceAddress: string, id: string): string {
      const at = bounceAddress.lastIndexOf('@');
      const mark = `${inBase36(id.replaceAll('-', ''), idLength)}${proofOf(id)}`;
      return `${bounceAddress.slice(0, at)}+${mark}${bounceAddress.slice(at)}`;
    },

    /** The id of the email in the first text with a valid address. */
    read(texts: string[]): string | undefined {
      for (const [, mark = ''] of texts.flatMap((text) => [
        ...text.toLowerCase().matchAll(/[+=]([0-9a-z]{38})@/g),
      ])) {
        const hex = fromBase36(mark.slice(0, idLength));
        if (hex.length !== 32) continue;
        const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
        if (timingSafeEqual(Buffer.from(mark.slice(idLength)), Buffer.from(proofOf(id)))) return id;
      }
      return undefined;
    },
  };
}
export type ReturnAddresses = ReturnType<typeof createReturnAddresses>;
