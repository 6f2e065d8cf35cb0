import { privateMeta } from '#features/seo/meta.ts';
import { Button } from '#ui/button.tsx';
import { AdminFrame } from './admin-frame.tsx';

export const meta = () => privateMeta('Categories');

export default function CategoriesPage() {
  return (
    <AdminFrame title="Categories" action={<Button>Add Category</Button>}>
      <p className="border-y border-line py-16 text-center text-muted">
        Categories management interface coming soon
      </p>
    </AdminFrame>
  );
}
