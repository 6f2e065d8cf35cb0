import { useEffect, useRef } from 'react';
import { Button } from '#ui/button.tsx';
import { saveFile } from '#ui/save-file.ts';
import * as m from '../words/messages.ts';

/** New codes, which are shown once. Gets the focus, so that they are read before anything else. */
export function RecoveryCodes({ codes, onSaved }: { codes: string[]; onSaved: () => void }) {
  const title = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other codes are read as the first ones were.
  useEffect(() => title.current?.focus(), [codes]);
  return (
    <div className="mb-6 rounded-md border border-line bg-sunken p-5">
      <h3 ref={title} tabIndex={-1} className="font-semibold outline-none">
        {m.your_recovery_codes()}
      </h3>
      <p className="mt-1 text-sm text-muted">{m.keep_them_somewhere_safe()}</p>
      <ul translate="no" className="my-4 grid gap-x-8 gap-y-1 font-mono sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button
          variant="secondary"
          size="small"
          onClick={() => saveFile(`${codes.join('\n')}\n`, 'recovery-codes.txt', 'text/plain')}
        >
          {m.download_codes()}
        </Button>
        <Button size="small" onClick={onSaved}>
          {m.i_saved_them()}
        </Button>
      </div>
    </div>
  );
}
