import { Outlet } from 'react-router';
import { ResultsOfDeletedPrompts } from '#library/answers/public/kept-results.tsx';

/** Passes the history page a section from another feature: members' kept answers. */
export default function HistoryLayout() {
  return <Outlet context={<ResultsOfDeletedPrompts />} />;
}
