import { useMatches, useNavigate } from 'react-router';
import { useSession } from '#people/session/public/session.tsx';

/** The handle of a layout whose guard redirects to /signin. */
export const guarded = { isGuarded: true };

/** Signs out, and goes to /signin from pages that anyone can see. */
export function useSignOut() {
  const { signOut } = useSession();
  const navigate = useNavigate();
  // A second navigation would cancel the guard's redirect and add a history entry.
  const isGuarded = useMatches().some(({ handle }) => handle === guarded);
  return () => void signOut().then(() => isGuarded || navigate('/signin'));
}
