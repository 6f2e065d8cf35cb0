import type { KeyboardEvent } from 'react';

/** Keeps Enter in these inputs from submitting the surrounding playbook form. */
export const onEnter = (act: () => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
  event.preventDefault();
  act();
};
