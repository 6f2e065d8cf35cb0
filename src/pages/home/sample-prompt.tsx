const placeholder = (text: string) => <mark className="rounded-sm bg-mark px-1 text-ink">{text}</mark>;

/** A prompt as the library shows it. */
export function SamplePrompt() {
  return (
    <figure className="rounded-md border border-line bg-surface shadow-raised">
      <figcaption className="flex items-center justify-between gap-4 border-b border-line px-6 py-4">
        <span className="font-serif text-lg font-medium">The second reader</span>
        <span className="eyebrow">Writing · Text</span>
      </figcaption>
      <div className="space-y-3 px-6 py-6 font-serif text-[1.0625rem] leading-relaxed">
        <p>
          Read the draft below as {placeholder('[WHO WILL READ IT]')} would: in a hurry, and free to stop.
          Mark the first sentence where you would stop reading, and say why.
        </p>
        <p>
          Then rewrite only what comes before that sentence. Keep my words where they work, keep every fact,
          and stay under {placeholder('[LENGTH]')}.
        </p>
        <p>End with the one question the draft leaves open.</p>
        <p className="text-muted">Draft: {placeholder('[PASTE HERE]')}</p>
      </div>
      <div className="flex items-center justify-between border-t border-line px-6 py-3 text-[0.8125rem] text-muted">
        <span>Any current chat model</span>
        <span className="font-semibold text-accent">3 placeholders</span>
      </div>
    </figure>
  );
}
