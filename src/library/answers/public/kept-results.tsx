import {
  type UseInfiniteQueryResult,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { api } from '#platform/client/api-client.ts';
import { queryKeys } from '#platform/client/query-keys.ts';
import { Button } from '#ui/button.tsx';
import { formatRelative } from '#ui/format.ts';
import { keepRowFocus } from '#ui/keep-row-focus.ts';
import { Markdown } from '#ui/markdown/lazy-markdown.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { toastError } from '#ui/overlays/toasts.tsx';
import { LoadMore } from '#ui/tables/load-more.tsx';
import type { ResultList } from '../answers.contract.ts';
import * as m from '../words/messages.ts';
import { CopyAnswer } from './copy-answer.tsx';
import { deletedResultsQuery, resultsQuery } from './results-query.ts';

/** The results that the member has saved for this prompt, latest first. */
export const KeptResults = ({ slug }: { slug: string }) => (
  <Results title={m.your_results()} query={useInfiniteQuery(resultsQuery(slug))} />
);

/** The member's results of all prompts that no longer exist, each with its prompt's title. */
export const ResultsOfDeletedPrompts = () => (
  <Results
    title={m.results_of_deleted()}
    note={m.results_of_deleted_note()}
    namesPrompts
    query={useInfiniteQuery(deletedResultsQuery)}
  />
);

type Props = {
  title: string;
  note?: string;
  namesPrompts?: boolean;
  query: UseInfiniteQueryResult<{ pages: ResultList[] }>;
};

function Results({ title, note, namesPrompts = false, query }: Props) {
  const id = useId();
  const client = useQueryClient();
  const [asked, setAsked] = useState<string>();
  // Don't render collapsed results.
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const open = (result: string) => setOpened((before) => new Set(before).add(result));
  const { mutate: erase, isPending } = useMutation({
    mutationFn: async (result: string) => api.results[':id'].$delete({ param: { id: result } }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: queryKeys.prompts.deletedResults });
      setAsked(undefined);
    },
    onError: toastError,
  });
  const items = query.data?.pages.flatMap((page) => page.items) ?? [];
  if (items.length === 0) return null;
  return (
    <section aria-labelledby={id} className="mt-6">
      <h2 id={id} className="eyebrow font-sans">
        {title}
      </h2>
      {note && <p className="mt-1 text-[0.8125rem] text-muted">{note}</p>}
      <ul ref={keepRowFocus} className="mt-2 divide-y divide-line border-y border-line">
        {items.map(({ id: result, title: prompt, result: text, model, version, created_at }) => (
          <li key={result} className="flex items-start gap-2">
            <details
              className="min-w-0 flex-1 py-3"
              onToggle={({ currentTarget }) => currentTarget.open && open(result)}
            >
              <summary id={`${id}-${result}`} className="cursor-pointer text-sm [overflow-wrap:anywhere]">
                <span dir="auto" className="font-semibold">
                  {namesPrompts && prompt ? prompt : formatRelative(created_at)}
                </span>
                <span className="text-muted">
                  {', '}
                  {namesPrompts && prompt && `${formatRelative(created_at)}, `}
                  {model ? m.model_version({ model, version }) : m.version({ version })}
                </span>
              </summary>
              {opened.has(result) && (
                <div className="mt-3 space-y-3">
                  <Markdown text={text} source="model" />
                  <CopyAnswer text={text} size="small" />
                </div>
              )}
            </details>
            <Button
              variant="quiet"
              size="icon"
              aria-label={m.delete_this_result()}
              aria-describedby={`${id}-${result}`}
              onClick={() => setAsked(result)}
            >
              <Trash2 className="size-4" aria-hidden="true" />
            </Button>
          </li>
        ))}
      </ul>
      <LoadMore query={query} variant="quiet" size="small" className="mt-2" label={m.more_results()} />
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
