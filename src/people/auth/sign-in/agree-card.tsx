import { type FormEvent, useRef, useState } from 'react';
import { profileQuery } from '#people/session/public/profile-query.ts';
import { askAuth, useSession } from '#people/session/public/session.tsx';
import { loadQueryCache } from '#platform/client/use-lazy-query.ts';
import * as common from '#ui/words/messages.ts';
import { authErrorWords } from '../public/auth-error-words.ts';
import * as m from '../words/messages.ts';
import { AgreeField } from './agree-field.tsx';
import { AuthCard, textLink } from './auth-card.tsx';
import { SubmitButton } from './submit-button.tsx';

/** For members who came without the sign-up form. Once they have agreed, the page around it leads on. */
export function AgreeCard({ pages }: { pages: { slug: string; title: string; version: number }[] }) {
  const { signOut } = useSession();
  const [hasAgreed, setHasAgreed] = useState(false);
  const [isMissing, setIsMissing] = useState(false);
  const box = useRef<HTMLInputElement>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  async function agree(event: FormEvent) {
    event.preventDefault();
    setIsMissing(!hasAgreed);
    if (!hasAgreed) return box.current?.focus();
    setIsBusy(true);
    setProblem(undefined);
    const agreed_to = Object.fromEntries(pages.map(({ slug, version }) => [slug, version]));
    const { error } = await askAuth((client) => client.updateUser({ data: { agreed_to } }));
    if (error) setProblem(authErrorWords(error));
    else await (await loadQueryCache()).queryClient.invalidateQueries(profileQuery);
    setIsBusy(false);
  }

  return (
    <AuthCard
      title={m.before_you_continue()}
      problem={problem}
      foot={
        <button type="button" className={textLink} onClick={() => void signOut()}>
          {m.sign_out_one()}
        </button>
      }
    >
      <form method="post" onSubmit={agree} className="space-y-5" noValidate>
        <AgreeField
          pages={pages}
          box={box}
          isMissing={isMissing && !hasAgreed}
          hasAgreed={hasAgreed}
          setHasAgreed={setHasAgreed}
        />
        <SubmitButton isBusy={isBusy} label={common.continue_it()} busyLabel={common.saving()} />
      </form>
    </AuthCard>
  );
}
