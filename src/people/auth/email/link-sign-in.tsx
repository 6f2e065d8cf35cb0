import { useEffect, useState } from 'react';
import { z } from 'zod';
import { emailOf } from '#people/session/public/kept-session.ts';
import { askAuth } from '#people/session/public/session.tsx';
import { Button } from '#ui/button.tsx';
import { RichText } from '#ui/rich-text.tsx';
import * as common from '#ui/words/messages.ts';
import { authErrorWords, providerErrorWords } from '../public/auth-error-words.ts';
import { AuthCard, textLink } from '../sign-in/auth-card.tsx';
import { useAuthAction } from '../sign-in/use-auth-action.ts';
import * as m from '../words/messages.ts';

const tokensShape = z.object({ access_token: z.string().min(1), refresh_token: z.string().min(1) });
type Link = {
  tokens: z.output<typeof tokensShape>;
  email: string;
  notice?: undefined;
  failure?: undefined;
  isArriving?: undefined;
};
/** `isArriving`: a provider's code is being exchanged. */
type Outcome = { tokens?: undefined; notice?: string; failure?: string; isArriving?: boolean };

function readLink(): Link | Outcome | undefined {
  const values = new URLSearchParams(location.hash.slice(1));
  if (values.has('error')) return { failure: providerErrorWords(values.get('error_code') ?? '') };
  if (values.has('message')) return { notice: m.confirm_it_from_the_other_address_too() };
  const tokens = tokensShape.safeParse(Object.fromEntries(values)).data;
  // Shown so that people see whose account it is. The server verifies the token when it is used.
  return tokens && { tokens, email: emailOf(tokens.access_token) ?? '' };
}

/** Removes a link's or provider's parameters from the URL at once, so that they don't stay in the history. @returns a provider's code */
export function cleanAddress(): string | null {
  const { pathname, search } = location;
  const query = new URLSearchParams(search);
  const code = query.get('code');
  for (const name of ['code', 'error', 'error_code', 'error_description']) query.delete(name);
  history.replaceState(history.state, '', pathname + (query.size > 0 ? `?${query}` : ''));
  return code;
}

/** The session in the URL, from an email link (behind the `#`) or from a provider. */
export function useSignInLink() {
  const [link, setLink] = useState<Link | Outcome>();
  useEffect(() => {
    const found = readLink();
    if (!found && !new URLSearchParams(location.search).has('code')) return;
    const code = cleanAddress();
    if (found) return setLink(found);
    async function exchange(text: string) {
      const { error } = await askAuth((client) => client.exchangeCodeForSession(text));
      // Once there is a session, the page moves on.
      setLink(error ? { failure: providerErrorWords('bad_oauth_state') } : undefined);
    }
    setLink({ isArriving: true });
    void exchange(code ?? '');
  }, []);
  return { link, leaveLink: () => setLink(undefined) };
}

/** Asks before signing in: a link from somebody else would otherwise silently sign the visitor in to that person's account. */
export function LinkSignIn({ link, onBack }: { link: Link; onBack: () => void }) {
  const [problem, setProblem] = useState<string>();
  const { isBusy, start } = useAuthAction(async () => {
    const { error } = await askAuth((client) => client.setSession(link.tokens));
    // Once there is a session, the page behind it moves on.
    if (error) setProblem(authErrorWords(error));
    else onBack();
  });
  return (
    <AuthCard
      title={common.sign_in()}
      problem={problem}
      foot={
        <button type="button" className={textLink} onClick={onBack}>
          {m.back_to_sign_in_2()}
        </button>
      }
    >
      <p className="mb-6 text-muted">
        <RichText
          parts={m.link_signs_you_in({
            email: link.email,
            strong: (text) => <strong className="text-ink [overflow-wrap:anywhere]">{text}</strong>,
          })}
        />
      </p>
      <Button size="large" className="w-full" disabled={isBusy} onClick={start}>
        {isBusy ? m.signing_in() : common.sign_in()}
      </Button>
    </AuthCard>
  );
}
