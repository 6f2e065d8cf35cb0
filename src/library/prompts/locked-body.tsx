import type { Blank } from '#library/blanks/public/blanks.ts';
import { ButtonLink } from '#ui/button.tsx';
import { formatNumber, plural } from '#ui/format.ts';
import { LockedText } from '#ui/locked-text.tsx';

const maximumNamed = 8;

/** Where the text would be. Which blanks it has, everybody who can open the prompt may know. */
export function LockedBody({ blanks }: { blanks: readonly Blank[] }) {
  const named = blanks.slice(0, maximumNamed);
  return (
    <LockedText label="Locked prompt" title="Upgrade to access this prompt">
      {blanks.length > 0 && (
        <div className="mx-auto mb-6 max-w-lg">
          <p className="text-sm text-muted">{plural(blanks.length, 'blank')} to fill in</p>
          <ul aria-label="Blanks" className="mt-2 flex flex-wrap justify-center gap-1.5">
            {named.map((blank) => (
              <li
                key={blank.name}
                className="max-w-full truncate rounded-sm bg-mark px-2 py-0.5 text-[0.8125rem] text-ink"
              >
                {blank.label}
              </li>
            ))}
            {blanks.length > named.length && (
              <li className="px-1 py-0.5 text-[0.8125rem] text-muted">
                and {formatNumber(blanks.length - named.length)} more
              </li>
            )}
          </ul>
        </div>
      )}
      <ButtonLink to="/pricing">See plans</ButtonLink>
    </LockedText>
  );
}
