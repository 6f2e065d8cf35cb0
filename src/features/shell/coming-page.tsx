import { useMatches } from 'react-router';

/** A room that is not furnished yet, and says so. */
export default function ComingPage() {
  const title = useMatches().at(-1)?.id.split(':').at(1) ?? '';
  return (
    <>
      <title>{title}</title>
      <h1 className="text-3xl">{title}</h1>
      <p className="mt-3 text-muted">This part of the site is not open yet.</p>
    </>
  );
}
