import { useFreshQuery } from '#platform/client/use-fresh-query.ts';
import { privateMeta } from '#platform/pages/page-meta.ts';
import { PageTitle } from '#site/settings/public/page-title.tsx';
import { AdminFrame } from '#ui/admin-frame.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { Missing } from '#ui/missing-page.tsx';
import * as common from '#ui/words/messages.ts';
import type { Route } from './+types/page-editor-page.ts';
import { PageEditor } from './page-editor.tsx';
import { pagePath } from './page-fields.ts';
import { pageQuery } from './use-page-changes.ts';
import * as m from './words/messages.ts';

export const meta = privateMeta(m.pages);

export default function PageEditorPage({ params: { id } }: Route.ComponentProps) {
  return <EditedPage key={id} id={id} />;
}

function EditedPage({ id }: { id: string }) {
  const { data, isPending, error, refetch } = useFreshQuery(pageQuery(id));
  return (
    <div className="max-w-5xl">
      <AdminFrame
        title={data?.title ?? m.pages()}
        back={{ to: '/admin/pages', label: m.pages() }}
        action={
          data?.published_version != null && (
            <ButtonLink to={pagePath(data.slug)} variant="secondary">
              {m.view_page()}
            </ButtonLink>
          )
        }
      >
        {data && <PageTitle>{data.title}</PageTitle>}
        {isPending && <div className="skeleton h-96" role="status" aria-label={common.loading()} />}
        {error && !data && (
          <Missing
            error={error}
            notFoundTitle={m.page_not_found()}
            failedTitle={common.couldnt_load_this_page()}
            retry={refetch}
          />
        )}
        {data && <PageEditor page={data} />}
      </AdminFrame>
    </div>
  );
}
