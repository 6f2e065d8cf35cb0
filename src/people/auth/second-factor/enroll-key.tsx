import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { askAuth } from '#people/session/public/session.tsx';
import { Button } from '#ui/button.tsx';
import * as common from '#ui/words/messages.ts';
import { keyErrorWords } from '../public/auth-error-words.ts';
import { ConfirmOwner } from '../public/confirm-owner.tsx';
import * as m from '../words/messages.ts';

/** Adds a security key as a second factor. */
export function EnrollKey({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
  const [problem, setProblem] = useState<string>();
  const [asksProof, setAsksProof] = useState(false);
  const add = useMutation({
    async mutationFn() {
      setProblem(undefined);
      const { error } = await askAuth((client) =>
        client.mfa.webauthn.register({ friendlyName: m.security_key() }),
      );
      if (!error) return onDone();
      if ('code' in error && error.code === 'reauthentication_needed') return setAsksProof(true);
      setProblem(keyErrorWords(error));
    },
  });
  if (asksProof)
    return (
      <ConfirmOwner
        onCancel={onCancel}
        onDone={() => {
          setAsksProof(false);
          add.mutate();
        }}
      />
    );
  return (
    <div>
      <p className="mb-4 text-muted">{m.have_your_key_at_hand()}</p>
      <p role="alert" className="mb-4 text-sm text-signal empty:hidden">
        {problem}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button autoFocus disabled={add.isPending} onClick={() => add.mutate()}>
          {add.isPending ? m.checking() : m.turn_two_factor_on()}
        </Button>
        <Button variant="secondary" onClick={onCancel}>
          {common.cancel()}
        </Button>
      </div>
    </div>
  );
}
