import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import { Link, useNavigate } from 'react-router';
import { api } from '#platform/api-client.ts';
import { queryKeys } from '#platform/query-keys.ts';
import { Button } from '#ui/button.tsx';
import { formatRelative } from '#ui/format.ts';
import { toastError } from '#ui/toasts.tsx';
import { runsQuery } from './run-queries.ts';

/** Starts a run of a playbook, and leads back to those that the member has. */
export function StartRun({ slug }: { slug: string }) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const { data } = useQuery(runsQuery);
  const { mutate, isPending } = useMutation({
    mutationFn: async () => (await api.playbooks[':slug'].runs.$post({ param: { slug }, json: {} })).json(),
    async onSuccess(run) {
      client.setQueryData(queryKeys.runs.detail(run.id), run);
      void client.invalidateQueries({ queryKey: queryKeys.runs.all, exact: true });
      await navigate(`/runs/${run.id}`);
    },
    onError: toastError,
  });
  const mine = data?.items.filter((run) => run.playbook?.slug === slug) ?? [];
  return (
    <section aria-label="Runs" className="mt-8 rounded-md border border-line bg-surface px-5 py-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="max-w-xl text-sm text-muted">
          A run fills in all steps at once, keeps your results, and waits for you on any device.
        </p>
        <Button disabled={isPending} onClick={() => mutate()}>
          <Play className="size-4" aria-hidden="true" />
          {mine.length === 0 ? 'Start' : 'Start another run'}
        </Button>
      </div>
      {mine.length > 0 && (
        <ul className="mt-4 divide-y divide-line border-t border-line">
          {mine.map((run) => (
            <li key={run.id} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2.5">
              <Link
                to={`/runs/${run.id}`}
                className="min-w-0 truncate font-semibold text-accent hover:underline"
              >
                {run.name}
              </Link>
              <span className="text-[0.8125rem] text-muted">
                {run.done_count} of {run.step_count} done, {formatRelative(run.updated_at)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
