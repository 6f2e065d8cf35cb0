import { Outlet } from 'react-router';
import { ResultsOfDeletedPrompts } from '#library/answers/public/kept-results.tsx';

/** Hands the history what its feature does not know: answers that members have kept. */
export default function HistoryLayout() {
  return <Outlet context={<ResultsOfDeletedPrompts />} />;
}
