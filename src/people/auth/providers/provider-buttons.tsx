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
  /** At sign-up: the pages that are agreed to. */
  agreed?: AgreedTo;
  canLeave?: () => Promise<boolean>;
  onProblem: (message: string) => void;
};

/** Leads to another provider, which returns to /signin. */
export function ProviderButtons({ providers, destination, agreed, canLeave, onProblem }: Props) {
  // Not busy after that, because a page can't detect that its visitor stopped the navigation, or returned with Back.
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
