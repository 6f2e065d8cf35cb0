import { afterAll, beforeAll, expect } from 'vitest';
import type { ImportItem } from '#library/import/imports.contract.ts';
import { newId } from '#ui/saving/new-id.ts';
import { buildAdmin } from './build.ts';
import { createTestSite, type TestSite } from './site.ts';

export let site: TestSite;
export let token: string;
let isRepeated = false;
/** A site for one test file, whose admin imports files. `repeats`: whoever waits for an import runs its attempts, however many fail. */
export function withImportsSite({ repeats = false } = {}) {
  isRepeated = repeats;
  beforeAll(async () => {
    site = await createTestSite();
    token = (await buildAdmin(site)).token;
  });
  afterAll(() => site.stop());
}

export const admin = (method: string, path: string, body?: unknown) =>
  site.api(method, `/api/v1/admin${path}`, { token, ...(body === undefined ? {} : { body }) });
export async function send(
  name: string,
  bytes: string | Uint8Array<ArrayBuffer>,
  id = newId(),
  type = 'application/octet-stream',
) {
  const response = await fetch(`${site.url}/api/v1/admin/imports/${id}?name=${encodeURIComponent(name)}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': type },
    body: bytes,
  });
  return { status: response.status, body: (await response.json()) as ImportItem };
}
/** The import once nothing more happens to it by itself. */
export async function settled(id: string): Promise<ImportItem> {
  const read = async () => {
    if (isRepeated) await site.services.importsWorker.run(id).catch(() => undefined);
    return (await admin('GET', `/imports/${id}`)).body;
  };
  await expect
    .poll(read, { interval: 50 })
    .toMatchObject({ state: expect.stringMatching(/^(checked|done|undone|failed)$/) });
  return (await admin('GET', `/imports/${id}`)).body;
}
/** Sends a file and waits until it has been checked. */
export async function sendAndCheck(name: string, bytes: string | Uint8Array<ArrayBuffer>) {
  const { status, body } = await send(name, bytes);
  expect(status).toBe(200);
  return settled(body.id);
}
export async function step(id: string, name: 'start' | 'undo') {
  expect((await admin('POST', `/imports/${id}/${name}`)).status).toBe(200);
  return settled(id);
}
