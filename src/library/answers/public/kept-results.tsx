import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { api } from '#platform/api-client.ts';
import { queryKeys } from '#platform/query-keys.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { formatRelative } from '#ui/format.ts';
import { toastError } from '#ui/toasts.tsx';
import * as m from '../words/messages.ts';
import { resultsQuery } from './results-query.ts';

/** What the member has kept of this prompt, the latest first. */
export function KeptResults({ slug }: { slug: string }) {
  const client = useQueryClient();
  const { data } = useQuery(resultsQuery(slug));
  const [asked, setAsked] = useState<string>();
  const { mutate: erase, isPending } = useMutation({
    mutationFn: async (id: string) => api.results[':id'].$delete({ param: { id } }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: queryKeys.prompts.results(slug) });
      setAsked(undefined);
    },
    onError: toastError,
  });
  if (!data || data.total === 0) return null;
  return (
    <section aria-label={m.your_results()} className="mt-6">
      <h2 className="eyebrow font-sans">{m.your_results()}</h2>
      <ul className="mt-2 divide-y divide-line border-y border-line">
        {data.items.map(({ id, result, model, version, created_at }) => (
          <li key={id} className="flex items-start gap-2">
            <details className="min-w-0 flex-1 py-3">
              <summary className="cursor-pointer text-sm">
                <span className="font-semibold">{formatRelative(created_at)}</span>
                <span className="text-muted">
                  {', '}
                  {model ? m.model_version({ model, version }) : m.version({ version })}
                </span>
              </summary>
              <p
                dir="auto"
                className="mt-3 font-serif text-[1.0625rem] leading-relaxed whitespace-pre-wrap [overflow-wrap:anywhere]"
              >
                {result}
              </p>
            </details>
            <Button
              variant="quiet"
              size="icon"
              aria-label={m.delete_this_result()}
              onClick={() => setAsked(id)}
            >
              <Trash2 className="size-4" aria-hidden="true" />
            </Button>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        isOpen={asked !== undefined}
        onClose={() => setAsked(undefined)}
        question={m.delete_this_result_question()}
        confirmLabel={m.delete_it()}
        isBusy={isPending}
        onConfirm={() => asked && erase(asked)}
      >
        {m.it_will_be_lost()}
      </ConfirmDialog>
    </section>
  );
}
