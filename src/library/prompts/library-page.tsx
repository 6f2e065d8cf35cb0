import { ListSkeleton } from '#library/catalog/public/item-grid.tsx';
import type { PageHandle } from '#platform/pages/page-handle.ts';
import { privateMeta } from '#platform/pages/page-meta.ts';
import * as common from '#ui/words/messages.ts';
import { Library } from './public/library.tsx';
import * as m from './words/messages.ts';

export const meta = privateMeta(common.prompts);

export const handle: PageHandle = {
  Pending: () => <ListSkeleton title={common.prompts()} loadingLabel={m.loading_prompts()} />,
};

export default function LibraryPage() {
  return (
    <>
      <h1 className="mb-6 text-3xl">{common.prompts()}</h1>
      <Library />
    </>
  );
}
