import { createElement, Fragment, type ReactNode } from 'react';

/** A message with tags: its parts in their order, as children, so that they need no keys. */
export const RichText = ({ parts }: { parts: readonly ReactNode[] }) =>
  createElement(Fragment, null, ...parts);
