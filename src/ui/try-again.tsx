import type { ComponentProps } from 'react';
import { Button } from './button.tsx';
import * as m from './words/messages.ts';

/** Replaces content that couldn't be loaded. */
export const TryAgain = ({
  retry,
  ...rest
}: { retry: () => unknown } & Pick<ComponentProps<typeof Button>, 'size' | 'autoFocus'>) => (
  <Button variant="secondary" onClick={() => void retry()} {...rest}>
    {m.try_again()}
  </Button>
);
