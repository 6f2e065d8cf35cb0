import { privateMeta } from '#platform/page-meta.ts';
import { AdminFrame } from '#ui/admin-frame.tsx';
import { Button } from '#ui/button.tsx';

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
