import { useEffect, useState } from 'react';
import { api } from '#platform/client/api-client.ts';
import type { AgreedTo } from '#site/own-pages/public/agreed.ts';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { toast } from '#ui/overlays/toasts.tsx';
import * as common from '#ui/words/messages.ts';
import * as m from '../words/messages.ts';

type Asked = { slug: string; title: string; version: number };
type Props = { onAgree: (agreed: AgreedTo) => void; onClose: () => void };

/** Lists the pages that a member agrees to by paying, with links to read them. */
export default function ConsentDialog({ onAgree, onClose }: Props) {
  const [pages, setPages] = useState<Asked[]>();
  useEffect(() => {
    api.pages
      .$get({ query: {} })
      .then(async (answer) => setPages((await answer.json()).items.filter((page) => page.asks_consent)))
      .catch((error: Error) => toast.error(error.message));
  }, []);
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      question={m.before_you_continue()}
      confirmLabel={m.agree_and_continue()}
      variant="primary"
      isBusy={!pages}
      onConfirm={() =>
        pages && onAgree(Object.fromEntries(pages.map(({ slug, version }) => [slug, version])))
      }
    >
      {pages ? (
        <>
          <p>{m.by_continuing_you_agree()}</p>
          <ul className="mt-2 list-disc space-y-1 pl-5">
            {pages.map(({ slug, title }) => (
              <li key={slug}>
                <a
                  href={`/pages/${slug}`}
                  target="_blank"
                  rel="noopener"
                  className="font-semibold text-accent underline underline-offset-4"
                >
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </>
      ) : (
        <div className="skeleton h-16" role="status" aria-label={common.loading()} />
      )}
    </ConfirmDialog>
  );
}
