import { privateMeta } from '#platform/page-meta.ts';
import { AdminFrame } from '#ui/admin-frame.tsx';
import { Button } from '#ui/button.tsx';
import * as common from '#ui/words/messages.ts';
import * as m from './words/messages.ts';

export const meta = () => privateMeta(common.categories());

export default function CategoriesPage() {
  return (
    <AdminFrame title={common.categories()} action={<Button>{m.add_category()}</Button>}>
      <p className="border-y border-line py-16 text-center text-muted">
        {m.categories_management_interface_coming_soon()}
      </p>
    </AdminFrame>
  );
}
