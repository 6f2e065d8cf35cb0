import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { privateMeta } from '#platform/pages/page-meta.ts';
import { settingsQuery } from '#site/settings/public/admin-settings-query.ts';
import { WithLabs } from '#site/settings/public/with-labs.tsx';
import { AdminFrame } from '#ui/admin-frame.tsx';
import { Button } from '#ui/button.tsx';
import * as common from '#ui/words/messages.ts';
import { CategoriesList } from './categories-list.tsx';
import { CategoryModal } from './category-modal.tsx';
import * as m from './words/messages.ts';

export const meta = privateMeta(common.categories);

export default function CategoriesPage() {
  const [isAdding, setIsAdding] = useState(false);
  const { data: settings } = useQuery(settingsQuery);
  // With 'Labs: analytics' off, the button does nothing. The click waits until the setting is known.
  const add = () => settings?.labs_analytics !== false && setIsAdding(true);
  return (
    <AdminFrame title={common.categories()} action={<Button onClick={add}>{m.add_category()}</Button>}>
      <WithLabs
        off={
          <p className="border-y border-line py-16 text-center text-muted">
            {m.categories_management_interface_coming_soon()}
          </p>
        }
      >
        <CategoriesList />
        {isAdding && <CategoryModal close={() => setIsAdding(false)} />}
      </WithLabs>
    </AdminFrame>
  );
}
