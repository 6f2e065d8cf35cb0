type Page = { next_cursor?: string | null | undefined };

/** How an infinite query goes through a list that names the cursor of its next page: `{ queryKey, queryFn, ...cursorPages }`. */
export const cursorPages: {
  initialPageParam: string | undefined;
  getNextPageParam: (page: Page) => string | undefined;
} = {
  initialPageParam: undefined,
  getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
};
