import { useRevalidator } from 'react-router';

/**
 * Reloads the data of the page, but only if the server can be reached: otherwise an error would replace the
 * page, along with everything typed on it.
 */
export function useReload() {
  const { revalidate } = useRevalidator();
  return async () => {
    const data = await fetch(`${location.pathname}.data?_routes=root`).catch(() => undefined);
    if (data?.ok) await revalidate();
  };
}
