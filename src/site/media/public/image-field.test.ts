import { afterEach, expect, test, vi } from 'vitest';
import { toast } from '#ui/overlays/toasts.tsx';
import { uploadImage } from './image-field.tsx';

vi.mock('#ui/overlays/toasts.tsx', () => ({ toast: { error: vi.fn() } }));
afterEach(() => vi.unstubAllGlobals());

/** The message for an upload with this answer. */
async function upload(answer: Response) {
  vi.stubGlobal('location', { href: 'https://library.example/admin/prompts' });
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('fetch', async () => answer);
  expect(await uploadImage('prompts', new File(['x'], 'a.png', { type: 'image/png' }))).toBeUndefined();
  return vi.mocked(toast.error).mock.lastCall?.[0];
}

test("the message for a refused picture comes from the proxy's status, or from the site's own words", async () => {
  const status = 413;
  const page = { status, statusText: 'Payload Too Large', headers: { 'content-type': 'text/html' } };
  expect(await upload(new Response('<html>', page))).toBe('Upload failed: 413 Payload Too Large');
  const error = 'The picture has too many pixels.';
  expect(await upload(Response.json({ error, code: 'too_large' }, { status }))).toBe(error);
});
