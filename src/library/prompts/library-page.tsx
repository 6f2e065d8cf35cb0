import { privateMeta } from '#platform/pages/page-meta.ts';
import * as common from '#ui/words/messages.ts';
import { Library } from './public/library.tsx';

export const meta = privateMeta(common.prompts);

export default function LibraryPage() {
  return (
    <>
      <h1 className="mb-6 text-3xl">{common.prompts()}</h1>
      <Library />
    </>
  );
}
