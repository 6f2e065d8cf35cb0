import { useQuery } from '@tanstack/react-query';
import { api } from '#platform/client/api-client.ts';
import { queryKeys } from '#platform/client/query-keys.ts';
import { Button } from '#ui/button.tsx';
import { formatDay } from '#ui/format.ts';
import { TryAgain } from '#ui/try-again.tsx';
import * as common from '#ui/words/messages.ts';
import type { PageVersion } from './own-pages.contract.ts';
import * as m from './words/messages.ts';

type Props = {
  query: ReturnType<typeof usePageVersions>;
  published: number | null;
  restore: (version: PageVersion) => void;
};

export const usePageVersions = (id: string) =>
  useQuery({
    queryKey: queryKeys.admin.pages.versions(id),
    queryFn: async () =>
      (await (await api.admin.pages[':id'].versions.$get({ param: { id }, query: {} })).json()).items,
  });

/** Published versions, each with a button to restore it. */
export function PageVersions({ query: { data, isError, refetch }, published, restore }: Props) {
  return (
    <section className="border-t border-line py-8">
      <h2 className="mb-4 text-xl">{m.versions()}</h2>
      {isError && !data && <TryAgain retry={refetch} />}
      {!data && !isError && <div className="skeleton h-16" role="status" aria-label={common.loading()} />}
      {data?.length === 0 && <p className="text-muted">{m.no_versions_yet()}</p>}
      <ul className="divide-y divide-line">
        {data?.map((version) => (
          <li key={version.version} className="py-3">
            <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
              <b className="font-semibold">{m.version_n({ version: version.version })}</b>
              <span className="text-sm text-muted">
                {formatDay(version.published_at)} · {m.n_agreed({ count: version.consents })}
                {version.version === published && ` · ${m.published()}`}
              </span>
              <Button
                size="small"
                variant="quiet"
                className="ml-auto"
                aria-label={`${m.restore()}: ${m.version_n({ version: version.version })}`}
                onClick={() => restore(version)}
              >
                {m.restore()}
              </Button>
            </div>
            <details className="mt-1 text-sm">
              <summary className="min-h-6 font-semibold text-accent">{m.show_text()}</summary>
              <p
                // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard.
                tabIndex={0}
                className="mt-2 max-h-96 overflow-auto border border-line bg-surface p-4 whitespace-pre-wrap [overflow-wrap:anywhere]"
              >
                {version.body}
              </p>
            </details>
          </li>
        ))}
      </ul>
    </section>
  );
}
