import * as m from './words/messages.ts';
/** For loading states without a skeleton. */
export function Spinner({ label = m.loading() }: { label?: string }) {
  return (
    <div role="status" className="grid min-h-[50dvh] place-items-center">
      <span
        className="size-8 animate-spin rounded-full border-2 border-line border-t-accent"
        aria-hidden="true"
      />
      <span className="sr-only">{label}</span>
    </div>
  );
}
