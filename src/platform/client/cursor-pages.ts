type Page = { next_cursor?: string | null | undefined };

/** The options of an infinite query for a list with cursors: `{ queryKey, queryFn, ...cursorPages }`. */
export const cursorPages: {
  initialPageParam: string | undefined;
  getNextPageParam: (page: Page) => string | undefined;
} = {
  initialPageParam: undefined,
  getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
};
