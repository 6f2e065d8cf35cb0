import { useMatches, useNavigate } from 'react-router';
import { useSession } from '#people/session/public/session.tsx';

/** Of a layout whose guard leads to /signin by itself. */
export const guarded = { isGuarded: true };

/** Signs out, and leads to /signin from pages that anyone can see. */
export function useSignOut() {
  const { signOut } = useSession();
  const navigate = useNavigate();
  // A second navigation would cancel the guard's redirect and add a history entry.
  const isGuarded = useMatches().some(({ handle }) => handle === guarded);
  return () => void signOut().then(() => isGuarded || navigate('/signin'));
}
