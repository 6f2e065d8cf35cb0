import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { FilePen } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { invalidateDailyUse } from '#library/catalog/public/invalidate-daily-use.ts';
import { api } from '#platform/client/api-client.ts';
import { queryKeys } from '#platform/client/query-keys.ts';
import { Button } from '#ui/button.tsx';
import { formatRelative } from '#ui/format.ts';
import { toastError } from '#ui/overlays/toasts.tsx';
import { newId } from '#ui/saving/new-id.ts';
import * as m from '../words/messages.ts';
import { myVersionsQuery } from './my-version-queries.ts';

type Props = {
  slug: string;
  /** What has been filled in, by name of blank. */
  values: () => Record<string, string>;
};

/** Creates a private copy of a prompt to edit, and links to the existing ones. */
export function MakeMyVersion({ slug, values }: Props) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const { data } = useQuery(myVersionsQuery(slug));
  const [id] = useState(newId);
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: async () =>
      (await api['my-versions'].$post({ json: { id, prompt: slug, values: values() } })).json(),
    async onSuccess(made) {
      client.setQueryData(queryKeys.myVersions.detail(made.id), made);
      // The copy remembers what was filled in.
      const { list } = queryKeys.myVersions;
      for (const queryKey of [list(slug), list(''), queryKeys.values])
        void client.invalidateQueries({ queryKey });
      invalidateDailyUse(client);
      await navigate(`/my-versions/${made.id}`);
    },
    onError: toastError,
  });
  const mine = data?.items ?? [];
  return (
    <section
      aria-label={m.my_versions()}
      className="mt-4 rounded-md border border-line bg-surface px-5 py-4 print:hidden"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="max-w-xl text-sm text-muted">{m.make_intro()}</p>
        <Button variant="secondary" disabled={isPending || isSuccess} onClick={() => mutate()}>
          <FilePen className="size-4" aria-hidden="true" />
          {m.make_my_version()}
        </Button>
      </div>
      {mine.length > 0 && (
        <ul className="mt-4 divide-y divide-line border-t border-line">
          {mine.map(({ id: own, name, is_original_changed, updated_at }) => (
            <li key={own} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2.5">
              <Link
                to={`/my-versions/${own}`}
                dir="auto"
                className="min-h-6 min-w-0 truncate font-semibold text-accent hover:underline"
              >
                {name}
              </Link>
              <span className="flex gap-x-3 text-[0.8125rem] text-muted">
                {is_original_changed && (
                  <span className="font-semibold text-signal">{m.original_changed()}</span>
                )}
                {formatRelative(updated_at)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
