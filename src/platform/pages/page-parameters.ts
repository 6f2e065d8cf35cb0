/** Pages that read no parameter and take long to render: each address that leads there would take the processor from all others. */
export const pagesWithoutParameters: ReadonlySet<string> = new Set(['/api/docs']);

/** The query parameters that pages read. Any other is left out: `/browse?x=1` is the page `/browse`. */
export const pageParameters: ReadonlySet<string> = new Set([
  // React Router's, for the data of some of a page's routes, and for the routes of other pages.
  '_routes',
  'paths',
  'version',
  'category',
  'change',
  'code',
  'cursor',
  'difficulty',
  'favorites',
  'from',
  'id',
  'interval',
  'offer',
  'part',
  'plan',
  'purchased',
  'q',
  'show',
  'sort',
  'step',
  'to',
  'type',
  'unit',
]);
