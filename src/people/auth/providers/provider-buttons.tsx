import type { Provider } from '@supabase/auth-js';
import { type Destination, withDestination } from '#people/session/public/destination.ts';
import { askAuth } from '#people/session/public/session.tsx';
import type { AgreedTo } from '#site/own-pages/public/agreed.ts';
import { Button } from '#ui/button.tsx';
import { authErrorWords } from '../public/auth-error-words.ts';
import type { SignInOptions } from '../public/sign-in-options.ts';
import { useAuthAction } from '../sign-in/use-auth-action.ts';
import * as m from '../words/messages.ts';

type Props = {
  providers: SignInOptions['providers'];
  destination: Destination;
  /** At sign-up: what they agree to, and whether they have. */
  agreed?: AgreedTo;
  canLeave?: () => Promise<boolean>;
  onProblem: (message: string) => void;
};

/** Leads to another provider; from there it goes on at /signin. */
export function ProviderButtons({ providers, destination, agreed, canLeave, onProblem }: Props) {
  // Free again at once: nothing tells a page that its visitor has stopped it from leaving, or has come back with Back.
  const { isBusy, start } = useAuthAction(async (name: string) => {
    if ((await canLeave?.()) === false) return;
    const redirectTo = location.origin + withDestination('/signin', destination);
    const { error } = await askAuth((client) =>
      client.signInWithOAuth({
        provider: name as Provider,
        options: { redirectTo, ...(agreed && { queryParams: { agreed_to: JSON.stringify(agreed) } }) },
      }),
    );
    if (error) onProblem(authErrorWords(error));
  });
  return providers.map(({ name, label }) => (
    <Button
      key={name}
      variant="secondary"
      className="mt-4 w-full"
      disabled={isBusy}
      data-needs-app
      onClick={() => start(name)}
    >
      {m.continue_with({ name: label })}
    </Button>
  ));
}
