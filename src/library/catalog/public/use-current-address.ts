import { useEffect } from 'react';
import { useNavigate } from 'react-router';

/** Replaces a former slug in the URL with the current one. */
export function useCurrentAddress(path: '/prompt' | '/playbook', slug: string, current: string | undefined) {
  const navigate = useNavigate();
  useEffect(() => {
    if (current !== undefined && current !== slug)
      void navigate(`${path}/${current}${location.search}${location.hash}`, { replace: true });
  }, [navigate, path, slug, current]);
}
