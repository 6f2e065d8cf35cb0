import { useRef, useState } from 'react';
import { limits } from '#constants';
import { Button } from '#ui/button.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { UnsavedGuard } from '#ui/unsaved-guard.tsx';
import type { MyVersion } from './my-versions.contract.ts';
import * as m from './words/messages.ts';

type Props = {
  mine: MyVersion;
  isSaving: boolean;
  /** Whether something else of the version could not be saved. */
  isElseUnsaved: boolean;
  save: (text: string, updated_at: string) => Promise<MyVersion>;
  close: () => void;
};

/**
 * The text of a version, to be changed. It is saved over the one that the editor opened with, and over no newer one. The editor stays
 * open for what is typed while a save is under way.
 */
export function EditMyVersion({ mine, isSaving, isElseUnsaved, save, close }: Props) {
  const [opened, setOpened] = useState(mine);
  const [text, setText] = useState(opened.text);
  const typed = useRef(text);
  const isDirty = text !== opened.text;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save(text, opened.updated_at).then(
          (saved) => (typed.current === text ? close() : setOpened(saved)),
          () => undefined,
        );
      }}
    >
      <TextArea
        label={m.text()}
        isLabelHidden
        className="min-h-72! font-serif text-[1.0625rem]!"
        value={text}
        maxLength={limits.promptBody}
        onChange={(event) => {
          typed.current = event.target.value;
          setText(event.target.value);
        }}
      />
      <div className="sticky bottom-(--strip) mt-3 flex flex-wrap justify-end gap-3 bg-paper/95 py-3">
        <Button type="submit" disabled={!isDirty || isSaving}>
          {isSaving ? m.saving() : m.save()}
        </Button>
      </div>
      <UnsavedGuard isDirty={isDirty || isElseUnsaved} />
    </form>
  );
}
