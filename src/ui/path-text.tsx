import { Fragment } from 'react';

/** An endpoint's path, which can wrap before each slash. */
export const PathText = ({ path }: { path: string }) =>
  path.split(/(?=\/)/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts can repeat, but never move.
    <Fragment key={index}>
      <wbr />
      {part}
    </Fragment>
  ));
