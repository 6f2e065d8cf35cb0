import { Button } from './button.tsx';
import * as m from './words/messages.ts';

/** In the place of what could not be loaded. */
export const TryAgain = ({ retry, size }: { retry: () => unknown; size?: 'small' }) => (
  <Button variant="secondary" size={size} onClick={() => void retry()}>
    {m.try_again()}
  </Button>
);
