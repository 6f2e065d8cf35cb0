import { privateMeta } from '#platform/page-meta.ts';
import { Library } from './public/library.tsx';

export const meta = () => privateMeta('Prompts');

export default function LibraryPage() {
  return (
    <>
      <h1 className="mb-6 text-3xl">Prompts</h1>
      <Library />
    </>
  );
}
