import { useRevalidator } from 'react-router';

/** Asks for the data of the page again, if it can be had: otherwise the page would give way to an error, with all that is typed on it. */
export function useReload() {
  const { revalidate } = useRevalidator();
  return async () => {
    const data = await fetch(`${location.pathname}.data?_routes=root`).catch(() => undefined);
    if (data?.ok) await revalidate();
  };
}
