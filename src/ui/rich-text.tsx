import { createElement, Fragment, type ReactNode } from 'react';

/** The parts of a message with tags, passed as children so that they need no keys. */
export const RichText = ({ parts }: { parts: readonly ReactNode[] }) =>
  createElement(Fragment, null, ...parts);
