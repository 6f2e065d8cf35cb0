/** Loads something at its first use, for every later one too; after a failure, the next use tries again. */
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
    /** Undefined if it has not been used. */
    started: () => loading,
  };
}
