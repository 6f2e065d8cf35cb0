import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { api } from '#platform/client/api-client.ts';
import { queryKeys } from '#platform/client/query-keys.ts';
import { Button } from '#ui/button.tsx';
import { formatRelative } from '#ui/format.ts';
import { toastError } from '#ui/overlays/toasts.tsx';
import { newId } from '#ui/saving/new-id.ts';
import * as m from '../words/messages.ts';
import { runsQuery } from './run-queries.ts';

/** Starts a run of a playbook, and links to the member's existing ones. */
export function StartRun({ slug }: { slug: string }) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const { data } = useQuery(runsQuery);
  const [id] = useState(newId);
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: async () =>
      (await api.playbooks[':slug'].runs.$post({ param: { slug }, json: { id } })).json(),
    async onSuccess(run) {
      client.setQueryData(queryKeys.runs.detail(run.id), run);
      void client.invalidateQueries({ queryKey: queryKeys.runs.all, exact: true });
      await navigate(`/runs/${run.id}`);
    },
    onError: toastError,
  });
  const mine = data?.items.filter((run) => run.playbook?.slug === slug) ?? [];
  return (
    <section aria-label={m.runs()} className="mt-8 rounded-md border border-line bg-surface px-5 py-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="max-w-xl text-sm text-muted">{m.run_about()}</p>
        <Button disabled={isPending || isSuccess} onClick={() => mutate()}>
          <Play className="size-4" aria-hidden="true" />
          {mine.length === 0 ? m.start() : m.start_another_run()}
        </Button>
      </div>
      {mine.length > 0 && (
        <ul className="mt-4 divide-y divide-line border-t border-line">
          {mine.map((run) => (
            <li key={run.id} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2.5">
              <Link
                to={`/runs/${run.id}`}
                dir="auto"
                className="min-h-6 min-w-0 truncate font-semibold text-accent hover:underline"
              >
                {run.name}
              </Link>
              <span className="text-[0.8125rem] text-muted">
                {m.done_count_of_step_count_done_2({
                  doneCount: run.done_count,
                  stepCount: run.step_count,
                  updatedAt: formatRelative(run.updated_at),
                })}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
