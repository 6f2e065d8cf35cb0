import { useEffect } from 'react';
import { useNavigate } from 'react-router';

/** An item that was opened by an address that it had before goes on under the one that it has now. */
export function useCurrentAddress(path: '/prompt' | '/playbook', slug: string, current: string | undefined) {
  const navigate = useNavigate();
  useEffect(() => {
    if (current !== undefined && current !== slug)
      void navigate(`${path}/${current}${location.search}`, { replace: true });
  }, [navigate, path, slug, current]);
}
