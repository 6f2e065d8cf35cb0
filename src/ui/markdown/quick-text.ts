/** Up to this length, even the worst text is parsed in about a tenth of a second. */
const shortLength = 500;
/** As is a text of this length with as few marks as prose has. */
const prose = { length: 8_000, marks: 150 };
const mark = /[^\p{L}\p{N}\s.,;:?!()'"’“”–—]|\d[.)]|www\.|:\/\//gu;

/** The time limit for longer texts; beyond it, the source is shown. */
export const workMilliseconds = 3_000;

/** Whether a text is parsed synchronously, including on the server. */
export const isQuick = (text: string) =>
  text.length <= shortLength ||
  (text.length <= prose.length && (text.match(mark)?.length ?? 0) <= prose.marks);
