/** Loads something on first use, and reuses it. After a failure, the next use tries again. */
export function onceUnlessItFails<Loaded>(load: () => Promise<Loaded>) {
  let loading: Promise<Loaded> | undefined;
  return {
    get(): Promise<Loaded> {
      loading ??= load().catch((error: unknown) => {
        loading = undefined;
        throw error;
      });
      return loading;
    },
    /** Undefined if it hasn't been used yet. */
    started: () => loading,
  };
}
