import { useSearchParams } from 'react-router';
import type { PageHandle } from '#platform/pages/page-handle.ts';
import { privateMeta } from '#platform/pages/page-meta.ts';
import { filledWith } from '#ui/early-field.tsx';
import * as common from '#ui/words/messages.ts';
import { askedOfLibrary, EarlyLibrary, earlyLibraryParts, Library, loadLibrary } from './public/library.tsx';

export const meta = privateMeta(common.prompts);

export const handle: PageHandle = {
  Pending: () => (
    <div {...filledWith(earlyLibraryParts(useSearchParams()[0]))}>
      <h1 className="mb-6 text-3xl">{common.prompts()}</h1>
      <EarlyLibrary />
    </div>
  ),
  asked: (_params, query) => askedOfLibrary(query),
  load: (client, _params, query) => loadLibrary(client, query),
};

export default function LibraryPage() {
  return (
    <>
      <h1 className="mb-6 text-3xl">{common.prompts()}</h1>
      <Library />
    </>
  );
}
