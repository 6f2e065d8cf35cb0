import type { Provider } from '@supabase/auth-js';
import { useState } from 'react';
import { type Destination, withDestination } from '#people/session/public/destination.ts';
import { openAuthClient } from '#people/session/public/session.tsx';
import type { AgreedTo } from '#site/own-pages/public/agreed.ts';
import { Button } from '#ui/button.tsx';
import type { SignInOptions } from '../public/sign-in-options.ts';
import * as m from '../words/messages.ts';

type Props = {
  providers: SignInOptions['providers'];
  destination: Destination;
  /** At sign-up: what they agree to, and whether they have. */
  agreed?: AgreedTo;
  mayLeave?: () => boolean;
};

/** Leads to another provider; from there it goes on at /signin. */
export function ProviderButtons({ providers, destination, agreed, mayLeave }: Props) {
  const [isBusy, setIsBusy] = useState(false);
  async function leave(name: string) {
    if (mayLeave?.() === false) return;
    setIsBusy(true);
    try {
      const client = await openAuthClient();
      const redirectTo = location.origin + withDestination('/signin', destination);
      await client.signInWithOAuth({
        provider: name as Provider,
        options: { redirectTo, ...(agreed && { queryParams: { agreed_to: JSON.stringify(agreed) } }) },
      });
    } finally {
      // Free again at once: nothing tells a page that its visitor has stopped it from leaving, or has come back with Back.
      setIsBusy(false);
    }
  }
  return providers.map(({ name, label }) => (
    <Button
      key={name}
      variant="secondary"
      className="mt-4 w-full"
      disabled={isBusy}
      onClick={() => void leave(name)}
    >
      {m.continue_with({ name: label })}
    </Button>
  ));
}
