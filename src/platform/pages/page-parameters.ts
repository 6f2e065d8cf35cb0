/**
 * Pages that read no parameters and take long to render. If each URL with parameters were rendered separately, they
 * would use up the CPU.
 */
export const pagesWithoutParameters: ReadonlySet<string> = new Set(['/api/docs']);

/** The query parameters that pages read. Any others are ignored: `/browse?x=1` is the page `/browse`. */
export const pageParameters: ReadonlySet<string> = new Set([
  // From React Router, for the data of some of a page's routes, and for the routes of other pages.
  '_routes',
  'paths',
  'version',
  'category',
  'change',
  'checkout',
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
