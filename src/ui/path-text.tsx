import { Fragment } from 'react';

/** The path of an endpoint: in a narrow place, a line of it begins with a slash. */
export const PathText = ({ path }: { path: string }) =>
  path.split(/(?=\/)/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a part can occur twice, and none moves.
    <Fragment key={index}>
      <wbr />
      {part}
    </Fragment>
  ));
