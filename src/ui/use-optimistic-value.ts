import { useState } from 'react';

/** Shows a chosen value at once, until the real one follows. */
export function useOptimisticValue<Value>(value: Value): [Value, (shown: Value) => void] {
  const [state, setState] = useState({ value, shown: value });
  if (state.value !== value) setState({ value, shown: value });
  return [state.value === value ? state.shown : value, (shown) => setState({ value, shown })];
}
