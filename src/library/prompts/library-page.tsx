import type { PageHandle } from '#platform/pages/page-handle.ts';
import { privateMeta } from '#platform/pages/page-meta.ts';
import * as common from '#ui/words/messages.ts';
import { EarlyLibrary, Library, loadLibrary } from './public/library.tsx';

export const meta = privateMeta(common.prompts);

export const handle: PageHandle = {
  Pending: () => (
    <>
      <h1 className="mb-6 text-3xl">{common.prompts()}</h1>
      <EarlyLibrary />
    </>
  ),
  load: loadLibrary,
};

export default function LibraryPage() {
  return (
    <>
      <h1 className="mb-6 text-3xl">{common.prompts()}</h1>
      <Library />
    </>
  );
}
